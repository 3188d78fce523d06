import { describe, expect, it } from 'vitest'
import type { ThingKind } from '../../simulator/by-hand/thing'
import { examineTraceparentAnnotation } from '../../core/resources/metadata'
import { buildEnvironmentBench, environmentName } from '../builders/environment-bench'
import { buildApplicationSpec } from '../builders/environment-parts'

/** Nothing is looked at by itself in this time, so that what is found was asked for. */
const never = 1_000_000

async function buildLive() {
  const bench = await buildEnvironmentBench({
    limits: { networkSurveySeconds: never, surveySeconds: never },
  })
  await bench.runUntilPhase(await bench.deploy(buildApplicationSpec('web', { count: 2 })), 'Live')
  await bench.runUntilReady()
  return bench
}

const kindsOf = (bench: Awaited<ReturnType<typeof buildLive>>): string[] =>
  bench
    .snapshot()
    .things.filter(({ owner }) => owner === 'sdo')
    .map(({ kind }) => kind)
    .sort()

describe('“Examine deployed configuration”', () => {
  it.each<[ThingKind, RegExp]>([
    ['securityGroupRule', /blocked required traffic. SDO opened it again/],
    ['loadBalancers', /load balancer for port 80 is gone from the account. SDO creates a new one/],
    ['targetGroups', /(target group|listener) for port 80 is gone from the account. SDO creates a new one/],
    ['listener', /listener for port 80 is gone from the account. SDO creates a new one/],
    ['internetGateways', /internet gateway/i],
    ['routeTables', /route table rtb-\w+/],
  ])('finds that %s was deleted by hand, says so and mends it', async (kind, said) => {
    const bench = await buildLive()
    const before = kindsOf(bench)
    for (const { id } of bench
      .snapshot()
      .things.filter((thing) => thing.owner === 'sdo' && thing.kind === kind))
      await bench.aws.customer.deleteThing(bench.accountNumber, id)
    expect(kindsOf(bench)).not.toEqual(before)
    await bench.changeSpec({ examineRequestedEpoch: bench.clock.now() })
    await bench.runUntil('it is as before', () => kindsOf(bench).join() === before.join(), 120)
    await bench.runUntilReady()
    expect(await bench.messages()).toContainEqual(expect.stringMatching(said))
    expect(bench.servingTags()).toEqual(['1', '1'])
  })

  it('says in the trace of whoever asked what it found, and nothing else', async () => {
    const traceId = '0af7651916cd43dd8448eb211c80319c'
    const bench = await buildLive()
    const before = await bench.messages()
    const [group] = bench
      .snapshot()
      .things.filter(({ owner, kind }) => owner === 'sdo' && kind === 'targetGroups')
    await bench.aws.customer.deleteThing(bench.accountNumber, group?.id ?? '')
    await bench.store.annotate('Environment', environmentName, {
      [examineTraceparentAnnotation]: `00-${traceId}-b7ad6b7169203331-01`,
    })
    await bench.changeSpec({ examineRequestedEpoch: bench.clock.now() })
    await bench.runUntil('it was looked at', async () => (await bench.status()).examinedEpoch !== undefined)
    const told = (await bench.status()).events.filter(({ message }) => !before.includes(message))
    expect(told.length).toBeGreaterThan(0)
    expect(told.map((event) => event.traceId)).toEqual(told.map(() => traceId))
    const { lastEventSequence } = await bench.status()
    await bench.changeSpec({ spotStrategy: 'NONE' })
    await bench.runUntilReady()
    const later = (await bench.status()).events.filter(({ sequence }) => sequence > lastEventSequence)
    expect(later.flatMap((event) => event.traceId ?? [])).toEqual([])
  })

  it('says nothing of what is as it should be', async () => {
    const bench = await buildLive()
    const before = await bench.messages()
    await bench.changeSpec({ examineRequestedEpoch: bench.clock.now() })
    await bench.runUntil('it was looked at', async () => (await bench.status()).examinedEpoch !== undefined)
    const added = (await bench.messages()).slice(before.length)
    expect(added.filter((message) => /gone|again/.test(message))).toEqual([])
  })
})
