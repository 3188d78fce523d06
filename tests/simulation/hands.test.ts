import { describe, expect, it } from 'vitest'
import {
  cleanupFinalizer,
  deletionAllowedAnnotation,
  environmentLabel,
  examineAnnotation,
  pausedAnnotation,
} from '../../core/resources/metadata'
import { buildEnvironmentBench, environmentName } from '../builders/environment-bench'
import { buildApplicationSpec } from '../builders/environment-parts'
import { neverFewerServing } from './never-fewer-serving'

async function buildServing() {
  const bench = await buildEnvironmentBench()
  const deployment = await bench.deploy(buildApplicationSpec('web', { count: 2 }))
  await bench.runUntilPhase(deployment, 'Live')
  await bench.runUntilReady()
  bench.watch(neverFewerServing(bench, 'web', 2))
  return { bench, deployment }
}

const conditionOf = async (bench: Awaited<ReturnType<typeof buildEnvironmentBench>>, type: string) =>
  (await bench.status()).conditions.find((condition) => condition.type === type)

describe('an operator’s hand', () => {
  it('that deletes the resource of a running environment takes nothing down, and is told what to do', async () => {
    const { bench } = await buildServing()
    const before = await bench.status()
    await bench.store.deleteByHand('Environment', environmentName)
    await bench.runFor(300)
    const after = await bench.status()
    expect(after.instances.map(({ instanceId }) => instanceId)).toEqual(
      before.instances.map(({ instanceId }) => instanceId),
    )
    expect(after.phase).toBe('Ready')
    expect(await conditionOf(bench, 'DeletionNotRequested')).toMatchObject({
      status: 'True',
      message: expect.stringContaining('Environment env-1. Nothing is taken down') as string,
    })
    expect(bench.servingTags()).toEqual(['1', '1'])
  })

  it('that deleted a resource leaves an environment that still deploys, and goes when the portal asks for it', async () => {
    const { bench } = await buildServing()
    await bench.store.deleteByHand('Environment', environmentName)
    const next = await bench.deploy(buildApplicationSpec('web', { count: 2, tag: '2' }))
    await bench.runUntilPhase(next, 'Live')
    await bench.runUntil('only the new one serves', () => bench.servingTags().join() === '2,2')
    bench.unwatch()
    await bench.delete()
    expect((await bench.leftovers()).instances).toEqual([])
  })

  it('that allows the deletion has it done', async () => {
    const { bench } = await buildServing()
    bench.unwatch()
    await bench.store.deleteByHand('Environment', environmentName)
    await bench.store.annotate('Environment', environmentName, { [deletionAllowedAnnotation]: 'true' })
    await bench.runUntil('deleted', async () => (await bench.find()) === undefined)
  })

  it('that deletes or unlabels the live deployment takes nothing down', async () => {
    const { bench, deployment } = await buildServing()
    const { spec } = (await bench.store.get('Deployment', deployment)) ?? {}
    if (!spec) throw new Error('There is no deployment.')
    await bench.store.writeByHand('Deployment', deployment, spec, {})
    await bench.runFor(60)
    await bench.store.writeByHand('Deployment', deployment, spec, { [environmentLabel]: environmentName })
    await bench.store.deleteByHand('Deployment', deployment)
    await bench.runFor(60)
    expect(bench.servingTags()).toEqual(['1', '1'])
    expect((await conditionOf(bench, 'DeletionNotRequested'))?.message).toContain('Deployment deployment-1')
  })

  it('that edits the spec has no effect until the mirror has put it right', async () => {
    const { bench } = await buildServing()
    const { spec } = (await bench.find()) ?? {}
    if (!spec) throw new Error('There is no environment.')
    const overrides = [{ applicationId: 'web', count: 0 }]
    await bench.store.writeByHand('Environment', environmentName, { ...spec, overrides })
    await bench.runFor(60)
    expect(bench.servingTags()).toEqual(['1', '1'])
    await bench.changeSpec({ overrides: [{ applicationId: 'web', count: 3 }] })
    await bench.runUntil('three serve', () => bench.servingTags().length === 3)
  })

  it('that makes an environment gets one that cannot go and leave something behind', async () => {
    const bench = await buildEnvironmentBench()
    const { spec } = (await bench.find()) ?? {}
    if (!spec) throw new Error('There is no environment.')
    await bench.delete()
    await bench.store.writeByHand('Environment', environmentName, spec)
    expect((await bench.find())?.metadata.finalizers).toEqual([])
    await bench.step()
    expect((await bench.find())?.metadata.finalizers).toEqual([cleanupFinalizer])
    await bench.runUntilReady()
    expect(bench.snapshot().vpcs).toHaveLength(1)
    await bench.delete()
    expect((await bench.leftovers()).vpcs).toEqual([])
  })

  it('that asks for an examination has everything looked at once, and finds the annotation gone', async () => {
    const { bench } = await buildServing()
    await bench.store.annotate('Environment', environmentName, { [examineAnnotation]: 'now' })
    await bench.runUntil(
      'examined',
      async () => (await bench.find())?.metadata.annotations[examineAnnotation] === undefined,
    )
    expect(bench.store.notices.filter(({ reason }) => reason === 'Examined')).toHaveLength(1)
    expect((await bench.status()).phase).toBe('Ready')
  })

  it('that asks for an examination of what is paused waits for the pause to end', async () => {
    const { bench } = await buildServing()
    await bench.store.annotate('Environment', environmentName, {
      [pausedAnnotation]: 'true',
      [examineAnnotation]: 'now',
    })
    await bench.runFor(60)
    expect((await bench.find())?.metadata.annotations[examineAnnotation]).toBe('now')
  })

  it.each(['true', 'True', 'TRUE', 'yes', '1', ''])(
    'that pauses it with %j stops everything, and it shows',
    async (value) => {
      const { bench } = await buildServing()
      await bench.store.annotate('Environment', environmentName, { [pausedAnnotation]: value })
      await bench.changeSpec({ overrides: [{ applicationId: 'web', count: 5 }] })
      await bench.runFor(30)
      expect(bench.servingTags()).toHaveLength(2)
      expect(await conditionOf(bench, 'Paused')).toMatchObject({ status: 'True', reason: 'Paused' })
      expect(await conditionOf(bench, 'Ready')).toMatchObject({ status: 'Unknown', reason: 'Paused' })
      expect((await bench.status()).message).toMatch(/^Paused by an operator/)
      await bench.store.annotate('Environment', environmentName, { [pausedAnnotation]: 'false' })
      await bench.runUntil('five serve', () => bench.servingTags().length === 5)
      expect(await conditionOf(bench, 'Paused')).toMatchObject({ status: 'False' })
      expect((await bench.status()).message).not.toMatch(/^Paused/)
    },
  )

  it('that pauses it while nobody reaches its agents has nothing replaced, then or once they answer again', async () => {
    const { bench } = await buildServing()
    const launched = bench.launched.size
    const agents = bench.livingInstances().map(({ clientToken }) => clientToken)
    await bench.store.annotate('Environment', environmentName, { [pausedAnnotation]: 'true' })
    for (const agent of agents) bench.agents.silence(agent)
    await bench.runFor(300)
    for (const agent of agents) bench.agents.hear(agent)
    await bench.store.annotate('Environment', environmentName, { [pausedAnnotation]: 'false' })
    await bench.runUntilReady()
    await bench.runFor(120)
    expect(bench.launched.size).toBe(launched)
    expect(bench.livingInstances().map(({ clientToken }) => clientToken)).toEqual(agents)
  })
})
