import { instanceLines } from '../../core/environment-log/instance-lines'
import { describe, expect, it } from 'vitest'
import { seededRandom } from '../builders/seeded-random'
import { findCondition } from '../../core/resources/find-condition'
import { patchesAnnotation } from '../../core/resources/metadata'
import {
  buildEnvironmentBench,
  environmentName,
  type EnvironmentBench,
  type EnvironmentBenchOptions,
} from '../builders/environment-bench'
import { buildApplicationSpec } from '../builders/environment-parts'
import { Death, mortal } from './mortal'
import { neverFewerServing } from './never-fewer-serving'

const hour = 3600
const day = 24 * hour

/** Days go by in few passes. */
const seldom = { resyncSeconds: 600, consolidationSeconds: 3 * hour }
/** They are many all the same. */
const longSeconds = 180

/** Each process fills more than half of the largest instance there is, so that each has its own. */
const large = { cpu: 100, memoryMb: 1500 }
const web = (tag = '1') => buildApplicationSpec('web', { ...large, tag, count: 2 })
const api = () => buildApplicationSpec('api', large)

/** From now on, as many processes as now must always serve. */
function watch(bench: EnvironmentBench): void {
  bench.watch(neverFewerServing(bench, 'web', 2))
  bench.watch(neverFewerServing(bench, 'api', 1))
}

async function buildAtRest(options: EnvironmentBenchOptions = {}): Promise<EnvironmentBench> {
  const bench = await buildEnvironmentBench({ ...options, limits: { ...seldom, ...options.limits } })
  await bench.runUntilPhase(await bench.deploy(web(), api()), 'Live', 120)
  await bench.runUntilReady()
  await bench.runFor(2 * hour)
  expect(bench.livingInstances().length).toBeGreaterThan(2)
  watch(bench)
  return bench
}

const outdated = (bench: EnvironmentBench, imageId: string) =>
  bench.livingInstances().filter((instance) => instance.imageId !== imageId)

const untilPatched = (bench: EnvironmentBench, imageId: string, withinSeconds: number) =>
  bench.runUntil('every instance has the image', () => outdated(bench, imageId).length === 0, withinSeconds)

const condition = async (bench: EnvironmentBench) =>
  findCondition((await bench.status()).conditions, 'PatchesReady')

/** Throws as soon as two instances are being replaced for their image. */
async function oneAtATime(bench: EnvironmentBench): Promise<void> {
  const { instances } = await bench.status()
  const leaving = instances.filter(({ patchingEpoch }) => patchingEpoch !== undefined)
  if (leaving.length > 1) throw new Error(`${leaving.length} instances are replaced at once.`)
}

describe('a newer machine image', () => {
  it(
    'is on every instance within a day of its publication, each day again, one instance at a time, never with fewer serving',
    async () => {
      const bench = await buildAtRest()
      for (let published = 1; published <= 3; published++) {
        const before = bench.launched.size
        const fleet = bench.livingInstances().length
        const image = await bench.aws.publishImage()
        const publishedEpoch = bench.clock.now()
        while (outdated(bench, image).length > 0) {
          await bench.step()
          await oneAtATime(bench)
          if (bench.clock.now() - publishedEpoch > day * 1000) throw new Error('It took more than a day.')
        }
        await bench.runFor(day - (bench.clock.now() - publishedEpoch) / 1000)
        // Nothing moves for another reason, and nothing moves twice.
        expect(bench.launched.size - before).toBe(fleet)
        expect(await condition(bench)).toMatchObject({ status: 'True', reason: 'Ready' })
        const { instances } = await bench.status()
        expect(instances.map(({ imageId }) => imageId)).toEqual(instances.map(() => image))
      }
      const lines = await bench.messagesOf(instanceLines.outdated)
      expect(lines[0]).toMatch(
        /^Replacing i-\w+: its machine image ami-\w+ is older than ami-\w+, which Amazon published on \d{4}-\d\d-\d\d\./,
      )
    },
    longSeconds * 1000,
  )

  it('is no reason to replace an instance that was launched with it before anybody looked which one is the newest', async () => {
    const bench = await buildAtRest()
    await bench.runFor(600)
    const image = await bench.aws.publishImage()
    bench.unwatch()
    await bench.aws.kill(bench.accountNumber, bench.livingInstances()[0]?.id ?? '')
    const find = () => bench.livingInstances().find(({ imageId }) => imageId === image)
    await bench.runUntil('one is launched with the newer image', () => find() !== undefined, 700)
    const id = find()?.id ?? ''
    await untilPatched(bench, image, day)
    const lines = await bench.messagesOf(instanceLines.outdated)
    expect(lines).not.toContainEqual(expect.stringContaining(id))
    expect(lines).toHaveLength(bench.livingInstances().length - 1)
  })

  it('waits for a deployment to end', async () => {
    const bench = await buildAtRest({ limits: { imageSurveySeconds: 1 } })
    // It finds room on an instance that is there.
    const small = buildApplicationSpec('small', { tag: 'slow', cpu: 0.1, memoryMb: 50 })
    const slow = await bench.deploy(web(), api(), small)
    await bench.step()
    const image = await bench.aws.publishImage()
    const isPatching = async () =>
      (await bench.status()).instances.some(({ patchingEpoch }) => patchingEpoch !== undefined)
    while ((await bench.phaseOf(slow)) !== 'Live') {
      expect(await isPatching()).toBe(false)
      await bench.step()
    }
    await untilPatched(bench, image, day)
  })

  it(
    'waits as long as an operator says, and for nothing else',
    async () => {
      const bench = await buildAtRest()
      const { launched } = bench
      const say = (value: string) =>
        bench.store.annotate('Environment', environmentName, { [patchesAnnotation]: value })
      await say('paused')
      const image = await bench.aws.publishImage()
      const before = launched.size
      await bench.runFor(1.5 * day)
      expect(launched.size).toBe(before)
      expect(await condition(bench)).toMatchObject({ status: 'False', reason: 'Paused' })
      // What is lost is replaced, by one with the newest image.
      bench.unwatch()
      await bench.aws.kill(bench.accountNumber, bench.livingInstances()[0]?.id ?? '')
      await bench.runUntil('it is replaced', () => bench.servingTags().length === 3, 700)
      watch(bench)
      expect(outdated(bench, image).length).toBe(bench.livingInstances().length - 1)
      await say('running')
      await untilPatched(bench, image, 6 * hour)
    },
    longSeconds * 1000,
  )

  it('is left alone where it cannot be asked for, which a condition of its own says and which stops nothing else', async () => {
    const bench = await buildAtRest({ limits: { imageSurveySeconds: 60 } })
    bench.unwatch()
    bench.aws.faults.onCall('ssm:GetParameter', () =>
      bench.aws.faults.fail('ssm:GetParameter', 'access-denied'),
    )
    const image = await bench.aws.publishImage()
    await bench.runFor(600)
    expect(await condition(bench)).toMatchObject({
      status: 'Unknown',
      reason: 'AccessDenied',
      message: expect.stringContaining('ssm:GetParameter') as string,
    })
    expect(outdated(bench, image)).toHaveLength(bench.livingInstances().length)
    const unwell = (await bench.status()).conditions.filter(
      ({ type, status }) => /.Ready$/.test(type) && status !== 'True',
    )
    expect(unwell.map(({ type }) => type)).toEqual(['PatchesReady'])
    await bench.runUntilPhase(await bench.deploy(web('2'), api()), 'Live', 300)
    await bench.aws.interrupt(bench.accountNumber, bench.livingInstances()[0]?.id ?? '')
    await bench.runUntil('it is replaced', () => bench.servingTags().length === 3, 119)
  })

  it.each([
    ['there is no quota for one more', 'QuotaExceeded'],
    ['it does not boot', 'never boots'],
  ])(
    'leaves everything as it is where %s, and is tried again',
    async (_name, what) => {
      const bench = await buildAtRest()
      const { length } = bench.livingInstances()
      if (what === 'never boots') bench.aws.faults.neverBoot(1000)
      else await bench.aws.setVcpuQuota(bench.accountNumber, 1)
      const image = await bench.aws.publishImage()
      const isGivenBack = async () => (await bench.messagesOf(instanceLines.staysOutdated)).length > 0
      await bench.runUntil('it is given back', isGivenBack, 3 * hour)
      await bench.runUntilReady(900)
      expect(bench.livingInstances()).toHaveLength(length)
      expect(outdated(bench, image)).toHaveLength(length)
      bench.aws.faults.clear()
      await bench.aws.setVcpuQuota(bench.accountNumber, 100_000)
      await untilPatched(bench, image, 6 * hour)
    },
    longSeconds * 1000,
  )

  it('replaces what is healthy although another application is ill', async () => {
    const bench = await buildEnvironmentBench({ limits: { ...seldom, imageSurveySeconds: 60 } })
    const both = [buildApplicationSpec('web', large), api()]
    await bench.runUntilPhase(await bench.deploy(...both), 'Live', 120)
    await bench.runUntilReady()
    bench.watch(neverFewerServing(bench, 'web', 1))
    bench.agents.setIll('api', true)
    await bench.runFor(60)
    const image = await bench.aws.publishImage()
    await bench.runUntil('one has it', () => outdated(bench, image).length === 1, 3 * hour)
    await bench.runFor(6 * hour)
    expect(await condition(bench)).toMatchObject({ status: 'False', reason: 'ProcessUnhealthy' })
    bench.agents.setIll('api', false)
    await untilPatched(bench, image, 3 * hour)
  })

  it('waits for Spot to calm down, and for that half a day at most', async () => {
    const bench = await buildAtRest({ profile: 'fast' })
    for (const { id } of bench.livingInstances()) {
      await bench.aws.interrupt(bench.accountNumber, id)
      await bench.runFor(600)
    }
    await bench.runFor(600)
    const image = await bench.aws.publishImage()
    await bench.runFor(2 * hour)
    expect(await condition(bench)).toMatchObject({
      message: expect.stringContaining('Spot to calm') as string,
    })
    await untilPatched(bench, image, day - 2 * hour)
  })

  it(
    'is on every instance also where controllers die at any call',
    async () => {
      for (let seed = 1; seed <= 10; seed++) {
        const random = seededRandom(seed)
        const bench = await buildAtRest({ seed, profile: 'fast', limits: { imageSurveySeconds: 60 } })
        const before = bench.launched.size
        const fleet = bench.livingInstances().length
        const image = await bench.aws.publishImage()
        const replace = () =>
          bench.replaceController(mortal(bench.ports, 1 + Math.floor(random() * 40), random() < 0.5))
        replace()
        let deaths = 0
        while (outdated(bench, image).length > 0)
          try {
            await bench.step()
            await oneAtATime(bench)
          } catch (error) {
            if (!(error instanceof Death)) throw error
            deaths += 1
            replace()
            await bench.clock.advance(Math.round(random() * 3000))
          }
        bench.replaceController()
        await bench.runUntilReady()
        expect(deaths, `seed ${seed}`).toBeGreaterThan(2)
        expect(bench.launched.size - before, `seed ${seed}: launches`).toBe(fleet)
      }
    },
    longSeconds * 1000,
  )
})
