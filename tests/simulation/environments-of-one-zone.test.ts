import { describe, expect, it } from 'vitest'
import { createEnvironmentReconciler } from '../../controller/environment/reconcile-environment'
import type { Environment, EnvironmentSpec } from '../../core/resources/environment'
import { environmentLabel, teamLabel } from '../../core/resources/metadata'
import { buildApplicationSpec } from '../builders/environment-parts'
import { environmentName } from '../builders/environment-bench'
import { buildZoneBench } from './zone-bench'

const count = 10
const webAt = (subdomain: string) => buildApplicationSpec('web', { ports: [{ port: 80, subdomain }] })

/** Environments with one application each, and one reconciler for all of them, as in a controller. */
async function buildMany(subdomains: string[]) {
  const bench = await buildZoneBench()
  const { store, clock, ports } = bench
  const reconcile = createEnvironmentReconciler(ports)
  const { spec: template } = (await bench.find()) as Environment
  const names = subdomains.map((_, index) => (index === 0 ? environmentName : `env-${index + 1}`))

  /** Until when each asked to be left alone. */
  const dueEpochs = new Map<string, number>()
  async function apply(name: string, changes: Pick<EnvironmentSpec, 'hostedZoneLinks'>, team?: string) {
    const spec: EnvironmentSpec = { ...template, displayName: `Shop ${names.indexOf(name) + 1}`, ...changes }
    await store.apply('Environment', { name, labels: team === undefined ? {} : { [teamLabel]: team }, spec })
    dueEpochs.delete(name)
  }
  for (const [index, name] of names.entries()) {
    await apply(name, {})
    await store.apply('Deployment', {
      name: `${name}-deployment`,
      labels: { [environmentLabel]: name },
      spec: { environment: name, sequence: 1, applications: [webAt(subdomains[index] ?? '')] },
    })
  }
  const find = (name: string) => store.get('Environment', name)
  async function runUntil(what: string, condition: () => boolean | Promise<boolean>) {
    const limit = clock.now() + 900_000
    while (!(await condition())) {
      if (clock.now() > limit) throw new Error(`Not in time: ${what}.`)
      for (const name of names) {
        if ((dueEpochs.get(name) ?? 0) > clock.now()) continue
        const { requeueAfterSeconds = 0 } = await reconcile(name).catch(() => ({ requeueAfterSeconds: 1 }))
        dueEpochs.set(name, clock.now() + requeueAfterSeconds * 1000)
      }
      await clock.advance(500)
    }
  }
  const isAssociated = async (name: string) => (await find(name))?.status?.dns?.associated !== undefined
  await runUntil('all are live', async () => {
    const deployments = await Promise.all(names.map((name) => store.get('Deployment', `${name}-deployment`)))
    return deployments.every((deployment) => deployment?.status?.phase === 'Live')
  })
  return { ...bench, zoneNames: bench.names, names, apply, find, runUntil, isAssociated }
}

describe('one zone of ten environments', () => {
  it('has the names of each, in few calls, and loses those of each with its environment alone', async () => {
    const bench = await buildMany(Array.from({ length: count }, () => 'www'))
    let changes = 0
    bench.aws.faults.onCall('route53:ChangeResourceRecordSets', () => void (changes += 1))
    for (const [index, name] of bench.names.entries())
      await bench.apply(name, {
        hostedZoneLinks: [{ order: index + 1, hostedZone: 'zone-1', subdomain: `e${index}` }],
      })
    const areAll = async () => (await Promise.all(bench.names.map(bench.isAssociated))).every(Boolean)
    await bench.runUntil('all are associated', areAll)
    expect(bench.names).toHaveLength(count)
    const every = bench.names.map((_, index) => `www.e${index}.example.com`).sort()
    expect(bench.zoneNames()).toEqual(every)
    expect(changes).toBeLessThan(count)
    for (const gone of [3, 7]) await bench.store.requestDelete('Environment', bench.names[gone] ?? '')
    await bench.runUntil('both are gone', async () => {
      const found = await Promise.all([3, 7].map((gone) => bench.find(bench.names[gone] ?? '')))
      return found.every((environment) => environment === undefined)
    })
    expect(bench.zoneNames()).toEqual(every.filter((name) => !/e[37]\./.test(name)))
  })

  it('gives a name to the first that asks, and tells the others which environment has it', async () => {
    const bench = await buildMany(['www', 'www'])
    const [first = '', second = ''] = bench.names
    await bench.apply(first, { hostedZoneLinks: [{ order: 1, hostedZone: 'zone-1' }] })
    await bench.runUntil('the first is associated', () => bench.isAssociated(first))
    await bench.apply(second, { hostedZoneLinks: [{ order: 2, hostedZone: 'zone-1' }] })
    const condition = async () =>
      (await bench.find(second))?.status?.conditions.find(({ type }) => type === 'NamesReady')
    await bench.runUntil('it is taken', async () => (await condition())?.reason === 'NameTaken')
    expect((await condition())?.message).toContain(
      'The name www.example.com is taken by the environment Shop 1. SDO does not overwrite it: delete it, or choose another subdomain.',
    )
    await bench.apply(first, { hostedZoneLinks: undefined })
    await bench.runUntil('the second has it', () => bench.isAssociated(second))
    expect(bench.zoneNames()).toEqual(['www.example.com'])
  })

  it('is taken by something of SDO where the environment is another team’s, whose name is nobody else’s', async () => {
    const bench = await buildMany(['www', 'www'])
    const [first = '', second = ''] = bench.names
    await bench.apply(first, { hostedZoneLinks: [{ order: 1, hostedZone: 'zone-1' }] }, 'team-1')
    await bench.runUntil('the first is associated', () => bench.isAssociated(first))
    await bench.apply(second, { hostedZoneLinks: [{ order: 2, hostedZone: 'zone-1' }] }, 'team-2')
    const condition = async () =>
      (await bench.find(second))?.status?.conditions.find(({ type }) => type === 'NamesReady')
    await bench.runUntil('it is taken', async () => (await condition())?.reason === 'NameTaken')
    expect((await condition())?.message).toContain(
      'is taken by another application or environment that SDO runs.',
    )
    expect(JSON.stringify((await bench.find(second))?.status)).not.toContain('Shop 1')
  })

  it('keeps the record that validates the certificates of two until the last of them goes', async () => {
    const bench = await buildMany(['shop', 'mail'])
    const records = () =>
      (bench.aws.getAccount(bench.zoneAccount.accountNumber)?.hostedZones ?? []).flatMap((zone) =>
        zone.records.filter(({ type }) => type === 'CNAME').map(({ name }) => name),
      )
    const certificates = () => bench.aws.getAccount(bench.accountNumber)?.certificates ?? []
    const isServed = async (name: string) =>
      (await bench.find(name))?.status?.loadBalancers[0]?.https?.phase === 'Open'
    for (const [index, name] of bench.names.entries()) {
      await bench.apply(name, { hostedZoneLinks: [{ order: index + 1, hostedZone: 'zone-1' }] })
      await bench.runUntil(`${name} is on HTTPS`, () => isServed(name))
    }
    const [shared] = records()
    expect([records(), certificates()]).toMatchObject([[shared], [{}, {}]])
    const [first = '', second = ''] = bench.names
    await bench.apply(first, { hostedZoneLinks: undefined })
    await bench.runUntil('the first has none', async () => !(await bench.find(first))?.status?.certificates)
    expect([records(), certificates()]).toMatchObject([[shared], [{ status: 'ISSUED' }]])
    expect(await isServed(second)).toBe(true)
    await bench.store.requestDelete('Environment', second)
    await bench.runUntil('the second is gone', async () => (await bench.find(second)) === undefined)
    expect([records(), certificates()]).toEqual([[], []])
  })
})
