import { isDeepStrictEqual } from 'node:util'
import { beforeAll, describe, expect, it } from 'vitest'
import { CloudError, type Cloud } from '../../controller/cloud/cloud'
import { defaultLimits } from '../../controller/environment/policy'
import { thingKinds } from '../../simulator/by-hand/things-in-account'
import type { ThingKind } from '../../simulator/by-hand/thing'
import type { EnvironmentBench } from '../builders/environment-bench'
import { buildTemplate } from '../builders/simulated-aws'
import { buildStory, countThings, duringDeletion, finishStory, moments, nothing } from './story'

/** What only the team can bring back, by applying the template again. */
const ofTheStack: ThingKind[] = ['stacks', 'roles', 'instanceProfiles']

const deleted = new Set<ThingKind>()
let wanted: Record<string, number>

beforeAll(async () => {
  const undisturbed = await buildStory()
  await finishStory(undisturbed)
  wanted = countThings(undisturbed)
})

/** Deletes one thing of the kind, or all. Answers whether there was any. */
async function deleteByHand(bench: EnvironmentBench, kind: ThingKind, all: boolean): Promise<boolean> {
  const ids = bench.aws.customer
    .listThings(bench.accountNumber)
    .flatMap((thing) => (thing.kind === kind ? thing.id : []))
  for (const id of all ? ids : ids.slice(0, 1)) {
    const isThere = bench.aws.customer.listThings(bench.accountNumber).some((thing) => thing.id === id)
    if (isThere) await bench.aws.customer.deleteThing(bench.accountNumber, id)
  }
  if (ids.length > 0) deleted.add(kind)
  return ids.length > 0
}

async function bringBackStack(bench: EnvironmentBench): Promise<void> {
  await bench.runFor(120)
  await bench.aws.customer.installStack(
    bench.accountNumber,
    buildTemplate(bench.accountNumber, 'external-id'),
  )
}

/** Counts the answers that something does not exist. */
function countingNotFound(cloud: Cloud) {
  const counter = { answers: 0 }
  const wrap = <T extends object>(target: T): T =>
    new Proxy(target, {
      get(object, property) {
        const value: unknown = Reflect.get(object, property)
        if (typeof value === 'function')
          return async (...parameters: unknown[]) => {
            try {
              return (await Reflect.apply(value, object, parameters)) as unknown
            } catch (error) {
              if (error instanceof CloudError && error.kind === 'not-found') counter.answers += 1
              throw error
            }
          }
        return typeof value === 'object' && value !== null ? wrap(value) : value
      },
    })
  return { counter, cloud: { account: (access) => wrap(cloud.account(access)) } satisfies Cloud }
}

/** These environments have no names, no external networks and no secrets; the tests of those delete what belongs to them. */
const ofOthers = new Set<string>([
  'dnsRecord',
  'hostedZones',
  'recordChanges',
  'certificates',
  'listenerRule',
  'peerings',
  'route',
  'secrets',
])

describe('an environment heals by itself from the loss of anything in its account', () => {
  it.each(moments.map((moment, index) => ({ ...moment, index })))('$name', async ({ index, ...moment }) => {
    for (const [kindIndex, kind] of thingKinds.entries()) {
      const bench = await buildStory()
      const { counter, cloud } = countingNotFound(bench.aws)
      bench.replaceController({ cloud })
      await moment.reach(bench)
      const what = `${kind}, ${moment.name}`
      if (!(await deleteByHand(bench, kind, (index + kindIndex) % 2 === 0))) continue
      if (ofTheStack.includes(kind)) await bringBackStack(bench)
      try {
        await finishStory(bench)
        await bench.runUntil('all is there again', () => isDeepStrictEqual(countThings(bench), wanted), 200)
      } catch (error) {
        throw new Error(`${what}: ${JSON.stringify(countThings(bench))}`, { cause: error })
      }
      expect(bench.servingTags(), what).toEqual(['3'])
      // Whatever AWS does not show yet may be asked for in vain at each try.
      const tries = bench.unseenLagMs / 1000 / defaultLimits.retrySeconds
      expect(counter.answers, `${what}: answers that something is missing`).toBeLessThan(20 + tries)
      await bench.runFor(bench.unseenLagMs / 1000)
      counter.answers = 0
      await bench.runFor(120)
      expect(counter.answers, what).toBe(0)
    }
  })

  it(duringDeletion.name, async () => {
    for (const kind of thingKinds) {
      const bench = await buildStory()
      await duringDeletion.reach(bench)
      if (!(await deleteByHand(bench, kind, true))) continue
      if (ofTheStack.includes(kind)) await bringBackStack(bench)
      await bench.delete(200)
      expect(await bench.leftovers(), kind).toEqual(nothing)
    }
  })

  it('whatever kind of thing it is', () => {
    expect([...deleted].sort()).toEqual(thingKinds.filter((kind) => !ofOthers.has(kind)).sort())
  })
})
