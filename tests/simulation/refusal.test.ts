import { instanceLines } from '../../core/environment-log/instance-lines'
import { isDeepStrictEqual } from 'node:util'
import { beforeAll, describe, expect, it } from 'vitest'
import type { CloudErrorKind } from '../../controller/cloud/cloud'
import { failureOf } from '../../simulator/fault-answers'
import type { EnvironmentBench } from '../builders/environment-bench'
import { buildApplicationSpec } from '../builders/environment-parts'
import { neverFewerServing } from './never-fewer-serving'
import {
  atRest,
  buildStory,
  countThings,
  duringDeletion,
  finishStory,
  moments,
  nothing,
  type Moment,
} from './story'

const kinds: CloudErrorKind[] = ['access-denied', 'quota-exceeded', 'invalid']

/** Whoever is refused everything has no access; each single call is refused in each way in turn. */
const kindOf = (action: string, index: number): CloudErrorKind =>
  action === '*' ? 'access-denied' : (kinds[index % kinds.length] ?? 'invalid')

/** Every action that an environment asks of the cloud in its life, and all of them at once. */
let actions: string[]
let wanted: Record<string, number>
const refused = new Set<string>()

beforeAll(async () => {
  const seen = new Set<string>()
  const bench = await buildStory()
  bench.aws.faults.onCall('*', (action) => {
    seen.add(action)
  })
  await moments.at(-1)?.reach(bench)
  await bench.aws.interrupt(bench.accountNumber, bench.livingInstances()[0]?.id ?? '')
  await finishStory(bench)
  wanted = countThings(bench)
  await bench.delete(200)
  actions = [...seen, '*']
})

/** Reaches the moment and refuses the action from then on. Answers how often it was refused, as long as nothing else stands in the way. */
async function refuseAt(moment: Moment, action: string, kind: CloudErrorKind) {
  const bench = await buildStory()
  await moment.reach(bench)
  let refusals = 0
  bench.aws.faults.onCall(action, () => {
    refusals += 1
  })
  bench.aws.faults.refuse(action, kind)
  return { bench, refusals: () => refusals }
}

async function finishAfterwards(bench: EnvironmentBench, action: string): Promise<void> {
  bench.aws.faults.refuse(action, 'invalid', 0)
  await finishStory(bench)
  await bench.runUntil('all is there', () => isDeepStrictEqual(countThings(bench), wanted), 300)
}

/** What a customer reads of it: AWS's own words, but where SDO has no access at all. */
const wordsOf = (action: string, kind: CloudErrorKind): string =>
  action === '*' ? 'SDO cannot use' : failureOf(kind, action).message

/** Whether a customer can read of it: in the log, in what the environment says of itself, or at the deployment. */
async function isSaid(bench: EnvironmentBench, words: string): Promise<boolean> {
  const { events, conditions } = await bench.status()
  const deployments = await bench.store.list('Deployment')
  const texts = [...events, ...conditions, ...deployments.map(({ status }) => status)]
  return texts.some((text) => text?.message.includes(words))
}

/** It is asked at rest only to save money, and then whatever is refused can wait. */
const quiet = ['ec2:DescribeInstanceTypes']

const linesAbout = async (bench: EnvironmentBench, words: string) =>
  (await bench.status()).events.filter(
    ({ severity, message }) => severity === 'ERROR' && message.includes(words),
  )

describe('whatever AWS refuses for good, an environment says so, keeps what is live and goes on afterwards', () => {
  it.each(moments.map((moment, index) => ({ ...moment, index })))(
    '$name',
    async ({ index, ...moment }) => {
      for (const [actionIndex, action] of actions.entries()) {
        const kind = kindOf(action, actionIndex + index)
        const words = wordsOf(action, kind)
        const what = `${action} is refused (${kind}) ${moment.name}`
        const { bench, refusals } = await refuseAt(moment, action, kind)
        const serving = bench.servingTags('web').length
        const stopWatching = { isOver: false }
        bench.watch(neverFewerServing(bench, 'web', serving, () => stopWatching.isOver))
        try {
          await bench.runFor(60)
          if (refusals() === 0) continue
          refused.add(action)
          await bench.runFor(700)
          const underWay = (await bench.store.list('Deployment')).filter(
            ({ status }) => !status || status.phase === 'Deploying',
          )
          expect(underWay, `${what}: under way`).toEqual([])
          expect((await linesAbout(bench, words)).length, `${what}: lines`).toBeLessThanOrEqual(2)
          if (!quiet.includes(action)) expect(await isSaid(bench, words), `${what}: said`).toBe(true)
          stopWatching.isOver = true
          await finishAfterwards(bench, action)
          expect(bench.servingTags(), what).toEqual(['3'])
        } catch (error) {
          throw new Error(what, { cause: error })
        }
      }
    },
    120_000,
  )

  it(
    duringDeletion.name,
    async () => {
      for (const [index, action] of actions.entries()) {
        const kind = kindOf(action, index)
        const words = wordsOf(action, kind)
        const { bench, refusals } = await refuseAt(duringDeletion, action, kind)
        await bench.runFor(100)
        if (refusals() === 0) continue
        refused.add(action)
        expect((await bench.find())?.status?.phase, action).toBe('Deleting')
        expect((await linesAbout(bench, words)).length, action).toBe(1)
        expect((await bench.status()).message, action).toContain(words)
        bench.aws.faults.refuse(action, kind, 0)
        await bench.delete(200)
        expect(await bench.leftovers(), action).toEqual(nothing)
      }
    },
    120_000,
  )

  it.each(kinds)('when it lets no Spot warning go (%s): each is acted on once', async (kind) => {
    const action = 'sqs:DeleteMessage'
    const { bench, refusals } = await refuseAt(atRest, action, kind)
    const [taken] = bench.livingInstances()
    await bench.aws.interrupt(bench.accountNumber, taken?.id ?? '')
    await bench.runFor(300)
    expect(refusals()).toBeGreaterThan(1)
    refused.add(action)
    expect(await bench.messagesOf(instanceLines.warned)).toEqual([
      expect.stringContaining(taken?.id ?? '-') as string,
    ])
    expect(bench.launched.size).toBe(2)
    expect(bench.servingTags()).toHaveLength(2)

    bench.aws.faults.refuse(action, kind, 0)
    await bench.runUntil('the queue is empty', () => bench.snapshot().waitingWarnings === 0, 60)
  })

  it('whatever it is', () => {
    expect([...refused].sort()).toEqual([...actions].sort())
  })
})

describe('what AWS refuses to one part stops no other', () => {
  it('a Spot warning is heeded while a load balancer cannot be made', async () => {
    const bench = await buildStory()
    await bench.runUntilPhase(await bench.deploy(buildApplicationSpec('web')), 'Live', 60)
    await bench.runUntilReady()
    bench.watch(neverFewerServing(bench, 'web', 1))
    bench.aws.faults.refuse('elasticloadbalancing:CreateLoadBalancer', 'quota-exceeded')
    await bench.deploy(buildApplicationSpec('web'), buildApplicationSpec('api'))
    await bench.runFor(30)
    const [instance] = bench.livingInstances()
    await bench.aws.interrupt(bench.accountNumber, instance?.id ?? '')
    await bench.runUntil(
      'it is replaced',
      () => bench.livingInstances().every(({ id }) => id !== instance?.id),
      119,
    )
  })

  it('instances of an environment that is deleted end although other things cannot be listed', async () => {
    const bench = await buildStory()
    await duringDeletion.reach(bench)
    bench.aws.faults.refuse('elasticloadbalancing:DescribeTargetGroups', 'access-denied')
    await bench.runUntil('no instance runs', () => bench.livingInstances().length === 0, 60)
  })

  it('instances are launched although their warnings cannot be subscribed to', async () => {
    const bench = await buildStory()
    bench.aws.faults.refuse('sqs:CreateQueue', 'access-denied')
    await bench.runUntilPhase(await bench.deploy(buildApplicationSpec('web')), 'Live', 60)
    expect((await bench.status()).message).toContain('sqs:CreateQueue')
  })
})
