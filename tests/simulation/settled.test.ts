import { describe, expect, it } from 'vitest'
import { buildApplicationSpec } from '../builders/environment-parts'
import { buildLive } from './build-live'
import { neverFewerServing } from './never-fewer-serving'
import { onlyFast } from './only-fast'

describe('an override', () => {
  it('scales up and down at once, and to nothing, without a deployment', async () => {
    const { bench } = await buildLive(['web'])
    await bench.changeSpec({ overrides: [{ applicationId: 'web', count: 3 }] })
    await bench.runUntil('three serve', () => bench.servingTags().length === 3, 60)

    let isReleased = false
    bench.watch(neverFewerServing(bench, 'web', 2, () => isReleased))
    await bench.changeSpec({ overrides: [{ applicationId: 'web', count: 2 }] })
    await bench.runUntil('two run', () => bench.agents.running().length === 2, 60)

    isReleased = true
    await bench.changeSpec({ overrides: [{ applicationId: 'web', count: 0 }] })
    await bench.runUntil('no instance is left', () => bench.livingInstances().length === 0, 60)
    expect(bench.snapshot().loadBalancers).toHaveLength(1)

    await bench.changeSpec({ overrides: [] })
    await bench.runUntil('one serves', () => bench.servingTags().length === 1, 60)
  })

  it('of a role replaces the processes without a gap, and its agent is told of it beside the other roles', async () => {
    const roles = { mail: 'arn:aws:iam::1:role/m', queue: 'arn:aws:iam::1:role/old' }
    const { bench } = await buildLive(['web', { count: 2, roles }])
    expect(bench.agents.running().map((process) => process.roles)).toEqual([roles, roles])
    const before = (await bench.status()).processes.map(({ id }) => id)
    bench.watch(neverFewerServing(bench, 'web', 2))
    await bench.changeSpec({
      overrides: [{ applicationId: 'web', roles: { queue: 'arn:aws:iam::1:role/q' } }],
    })
    await bench.step()
    await bench.runUntilReady()

    const after = (await bench.status()).processes.map(({ id }) => id)
    expect(after).toHaveLength(2)
    expect(after.filter((id) => before.includes(id))).toEqual([])
    const overridden = { ...roles, queue: 'arn:aws:iam::1:role/q' }
    expect(bench.agents.running().map((process) => process.roles)).toEqual([overridden, overridden])
  })

  it('of the Spot limit, like a new strategy, moves processes off Spot without a gap', async () => {
    const { bench } = await buildLive(['web', { count: 2 }])
    bench.watch(neverFewerServing(bench, 'web', 2))
    await bench.changeSpec({ spotStrategy: 'ALL_BUT_ONE' })
    await bench.step()
    await bench.runUntilReady()
    const markets = () => bench.livingInstances().map(({ market }) => market)
    expect(markets().sort()).toEqual(['on-demand', 'spot'])

    await bench.changeSpec({ overrides: [{ applicationId: 'web', maxSpotPercentage: 0 }] })
    await bench.step()
    await bench.runUntilReady()
    expect(new Set(markets())).toEqual(new Set(['on-demand']))
  })
})

describe('an environment', () => {
  it('is left alone while it is paused', async () => {
    const { bench } = await buildLive(['web'])
    await bench.store.annotate('Environment', 'env-1', { 'sdo.dev/paused': 'true' })
    const next = await bench.deploy(buildApplicationSpec('web', { tag: '2' }))
    for (let passes = 0; passes < 20; passes++) await bench.step()
    expect(await bench.phaseOf(next)).toBeUndefined()
  })

  it('says that a process fell ill, and that it recovered', async () => {
    const { bench } = await buildLive(['web'])
    bench.agents.setIll('web', true)
    await bench.runUntil('unhealthy', async () => (await bench.status()).phase === 'Failure', 60)
    expect((await bench.status()).message).toBe(
      'web is down. A process of web (version 1) is not healthy. GET /health answered 503.',
    )
    bench.agents.setIll('web', false)
    await bench.runUntilReady(60)
  })
})

// Where the price of Spot moves, something does change.
describe('an environment in an account at rest', () => {
  onlyFast()

  it('writes nothing while nothing changes', async () => {
    const { bench } = await buildLive(['web'])
    const version = (await bench.find())?.metadata.resourceVersion
    for (let passes = 0; passes < 20; passes++) await bench.step()
    expect((await bench.find())?.metadata.resourceVersion).toBe(version)
  })
})
