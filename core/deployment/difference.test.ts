import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { ApplicationSpec } from '../resources/application'
import type { EnvironmentSettings } from '../resources/environment'
import { differenceBetween, isNoDifference, withFactsOfAdded } from './difference'

const shop: ApplicationSpec = {
  applicationId: 'shop',
  name: 'Shop',
  versionId: 'v1',
  versionName: 'v1',
  image: 'sdo/sample',
  tag: 'v1',
  cpu: 0.25,
  memoryMb: 300,
  count: 2,
  maxSpotPercentage: 100,
  ports: [{ port: 8080 }, { port: 9090, subdomain: 'admin' }],
  roles: { table: 'arn:1' },
}
const settings: EnvironmentSettings = { spotStrategy: 'ALL', overrides: [] }
const only = (application: ApplicationSpec, own = settings) => ({
  applications: [application],
  settings: own,
})

const applications = fc.uniqueArray(
  fc.record({
    applicationId: fc.constantFrom('a', 'b', 'c'),
    versionId: fc.constantFrom('1', '2'),
    count: fc.nat(3),
    ports: fc.uniqueArray(fc.integer({ min: 1, max: 4 }), { maxLength: 3 }),
    memoryMb: fc.integer({ min: 1, max: 3 }),
  }),
  { selector: ({ applicationId }) => applicationId },
)
const snapshots = fc.record({
  applications: applications.map((all) =>
    all.map((one) => ({ ...shop, ...one, ports: one.ports.map((port) => ({ port })) })),
  ),
  settings: fc.record({
    spotStrategy: fc.constantFrom('ALL' as const, 'NONE' as const),
    overrides: fc.uniqueArray(fc.record({ applicationId: fc.constantFrom('a', 'b'), count: fc.nat(3) }), {
      selector: ({ applicationId }) => applicationId,
    }),
  }),
})

it('nothing differs from itself, in whatever order', () => {
  fc.assert(
    fc.property(snapshots, (snapshot) => {
      const turned = { ...snapshot, applications: [...snapshot.applications].reverse() }
      expect(isNoDifference(differenceBetween(snapshot, turned))).toBe(true)
    }),
  )
})

it('going back changes the same things the other way round', () => {
  const opposite = { add: 'remove', remove: 'add', change: 'change', same: 'same' } as const
  fc.assert(
    fc.property(snapshots, snapshots, (before, after) => {
      const there = differenceBetween(before, after).applications
      const back = new Map(
        differenceBetween(after, before).applications.map((one) => [one.applicationId, one]),
      )
      expect(back.size).toBe(there.length)
      for (const { applicationId, type, facts } of there) {
        const other = back.get(applicationId)
        expect(other?.type).toBe(opposite[type])
        expect(other?.facts).toEqual(
          facts.map(({ fact, before, after }) => ({ fact, before: after, after: before })),
        )
      }
    }),
  )
})

it('tells every field that differs, and which load balancers go', () => {
  const after = {
    ...shop,
    versionId: 'v2',
    versionName: 'v2',
    cpu: 1,
    memoryMb: 400,
    count: 3,
    maxSpotPercentage: 50,
    image: 'sdo/other',
    ports: [{ port: 8080 }, { port: 9091 }],
    roles: {},
    registryCredentials: 'arn:2',
  }
  expect(differenceBetween(only(shop), only(after)).applications).toMatchObject([
    {
      type: 'change',
      before: { versionName: 'v1' },
      after: { versionName: 'v2' },
      facts: [
        { fact: 'Image', before: 'sdo/sample', after: 'sdo/other' },
        { fact: 'CPU', before: '0.25', after: '1' },
        { fact: 'Memory', before: '300 MB', after: '400 MB' },
        { fact: 'Processes', before: '2', after: '3' },
        { fact: 'Spot at most', before: '100 %', after: '50 %' },
        { fact: 'Ports', before: '8080, 9090 (admin)', after: '8080, 9091' },
        { fact: 'Roles', before: 'table: arn:1' },
        { fact: 'Registry credentials', after: 'arn:2' },
      ],
      lostPorts: [9090],
    },
  ])
})

it('compares what runs, overrides included, and the Spot strategy', () => {
  const overridden: EnvironmentSettings = {
    spotStrategy: 'NONE',
    overrides: [{ applicationId: 'shop', count: 7, roles: { table: 'arn:9', unknown: 'arn:8' } }],
  }
  expect(differenceBetween(only(shop), only(shop, overridden))).toMatchObject({
    applications: [
      {
        type: 'change',
        facts: [
          { fact: 'Processes', before: '2', after: '7' },
          { fact: 'Roles', before: 'table: arn:1', after: 'table: arn:9' },
        ],
      },
    ],
    spotStrategy: { before: 'ALL', after: 'NONE' },
  })
})

it('an application that is added or removed is that, with the addresses that go', () => {
  const nothing = { applications: [], settings }
  expect(differenceBetween(nothing, only(shop)).applications).toMatchObject([{ type: 'add', lostPorts: [] }])
  expect(differenceBetween(only(shop), nothing).applications).toMatchObject([
    { type: 'remove', lostPorts: [8080, 9090] },
  ])
})

it('tells all there is of an application that is added to whoever has to judge it', () => {
  const added = { ...shop, environmentVariables: { LEVEL: 'debug' } }
  const difference = differenceBetween({ applications: [], settings }, only(added))
  const [application] = withFactsOfAdded(difference).applications
  expect(application?.facts).toEqual([
    { fact: 'Image', after: shop.image },
    { fact: 'CPU', after: String(shop.cpu) },
    { fact: 'Memory', after: `${shop.memoryMb} MB` },
    { fact: 'Processes', after: '2' },
    { fact: 'Spot at most', after: `${shop.maxSpotPercentage} %` },
    { fact: 'Ports', after: '8080, 9090 (admin)' },
    { fact: 'Roles', after: 'table: arn:1' },
    { fact: 'Variable LEVEL', after: 'debug' },
  ])
})

it('tells settings of health check and container, as far as they are not as by default', () => {
  const healthCheck = { path: '/ready', graceSeconds: 300 }
  const container = { init: false, capabilities: ['IPC_LOCK', 'SYS_PTRACE'] }
  expect(differenceBetween(only(shop), only({ ...shop, healthCheck, container })).applications).toMatchObject(
    [
      {
        type: 'change',
        facts: [
          { fact: 'Health check', after: 'path /ready, grace 300 s' },
          { fact: 'Container', after: "no init of Docker's, capabilities IPC_LOCK, SYS_PTRACE" },
        ],
      },
    ],
  )
  const warnings = { memoryPercent: 90, throttledPercent: 20, outOfMemory: false }
  expect(differenceBetween(only(shop), only({ ...shop, warnings })).applications).toMatchObject([
    {
      facts: [
        {
          fact: 'Warnings',
          after: 'memory over 90 %, CPU throttled over 20 %, none when out of memory',
        },
      ],
    },
  ])
  const byDefault = { ...shop, healthCheck: { path: '/health' }, container: { stopGraceSeconds: 10 } }
  expect(isNoDifference(differenceBetween(only(shop), only(byDefault)))).toBe(true)
})

it('tells variables and secrets one by one, long values cut', () => {
  const arn = 'arn:aws:ssm:us-east-1:111122223333:parameter/sdo/secrets/database'
  const before = { ...shop, environmentVariables: { A: '1', B: 'x'.repeat(200), DB: 'plain' } }
  const after = { ...shop, environmentVariables: { A: '', B: `${'x'.repeat(200)}y` }, secrets: { DB: arn } }
  expect(differenceBetween(only(before), only(after)).applications).toMatchObject([
    {
      type: 'change',
      facts: [
        { fact: 'Variable A', before: '1', after: '(empty)' },
        {
          fact: 'Variable B',
          before: `${'x'.repeat(100)}… (200 characters)`,
          after: expect.stringContaining('201'),
        },
        { fact: 'Variable DB', before: 'plain' },
        { fact: 'Secret DB', after: arn },
      ],
    },
  ])
  expect(isNoDifference(differenceBetween(only(after), only(after)))).toBe(true)
})
