import { expect, it } from 'vitest'
import { buildApplicationSpec } from '../builders/environment-parts'
import { neverFewerServing } from './never-fewer-serving'
import { buildStory } from './story'

const web = (tag = '1') => buildApplicationSpec('web', { tag })

it('while SDO itself is refused by AWS, all that customers read of an environment stays, and it keeps serving', async () => {
  const bench = await buildStory()
  await bench.runUntilPhase(await bench.deploy(web()), 'Live', 60)
  await bench.runUntilReady()
  bench.watch(neverFewerServing(bench, 'web', 1))
  const { phase, message, conditions, events } = await bench.status()
  const known = conditions.map(({ type, status, reason, message: text }) => ({ type, status, reason, text }))
  bench.aws.faults.refuse('*', 'platform')
  await bench.runFor(1800)
  const since = await bench.status()
  expect(since).toMatchObject({ phase, message })
  expect(
    since.conditions.map(({ type, status, reason, message: text }) => ({ type, status, reason, text })),
  ).toEqual(known)
  expect(since.events).toEqual(events)
})

it('a deployment waits while SDO itself is refused by AWS, and goes Live afterwards', async () => {
  const bench = await buildStory()
  await bench.runUntilPhase(await bench.deploy(web()), 'Live', 60)
  await bench.runUntilReady()
  bench.aws.faults.refuse('*', 'platform')
  const deployment = await bench.deploy(buildApplicationSpec('api', { cpu: 1.5 }), web('2'))
  await bench.runFor(1800)
  bench.aws.faults.refuse('*', 'platform', 0)
  await bench.runUntilPhase(deployment, 'Live', 200)
})
