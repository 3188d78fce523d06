import { Registry } from 'prom-client'
import { expect, it } from 'vitest'
import { instancePerHour } from '../../core/charges/charges'
import type { ConditionReason } from '../../core/resources/metadata'
import { buildInstance, buildProcess } from '../../tests/builders/environment-parts'
import { buildEnvironmentStatus } from '../../tests/builders/resource-status'
import type { EnvironmentStatus } from '../../core/resources/environment'
import { shardCount, shardOf } from '../runtime/shard'
import { createFleetMetrics } from './fleet-metrics'
import type { AgentReport } from './observe-agents'

const now = 1_000_000
const heard = (secondsAgo: number, sha256?: string): AgentReport => ({
  address: { host: '10.0.0.1', port: 1, instance: '' },
  heardAt: now - secondsAgo * 1000,
  status: {
    instance: '',
    processes: [{ id: 'p', state: 'healthy', ports: [], restarts: 0 }],
    ...(sha256 && { release: { sha256 } }),
  },
})

const inAccount = (awsAccount: string, status: EnvironmentStatus | undefined) => ({
  spec: { awsAccount },
  status,
})

function read(reports: [string, AgentReport][]) {
  const registry = new Registry()
  const following = new AbortController()
  const instances = [
    buildInstance('a', { market: 'spot' }),
    buildInstance('b', { market: 'spot', phase: 'Draining' }),
    buildInstance('c', { phase: 'Launching' }),
    buildInstance('d', { lastSeenEpoch: now - 100_000 }),
  ]
  const processes = [buildProcess('p'), buildProcess('q', { phase: 'Starting' })]
  const status = buildEnvironmentStatus({ phase: 'Ready', instances, processes, costPerHour: 0.25 })
  const sources = {
    environments: () => [inAccount('account', status), inAccount('account', undefined)],
    isOurs: () => true,
    reports: new Map(reports),
    clock: { now: () => now },
  }
  createFleetMetrics(registry).follow(sources, following.signal)
  return { registry, following, sources }
}

it('counts what all environments have together, and names none', async () => {
  const text = await read([]).registry.metrics()
  expect(text).toContain('sdo_environments{phase="Ready"} 1')
  expect(text).toContain('sdo_environments{phase="Initial"} 1')
  expect(text).toContain('sdo_environments{phase="Failure"} 0')
  expect(text).toContain('sdo_instances{market="spot",phase="Running"} 1')
  expect(text).toContain('sdo_instances{market="spot",phase="Draining"} 1')
  expect(text).toContain('sdo_instances{market="on-demand",phase="Launching"} 1')
  expect(text).toContain('sdo_processes{phase="Serving"} 1')
  expect(text).toContain(`sdo_fleet_cost_dollars_per_hour ${0.25 + 4 * instancePerHour}`)
})

it('counts environments in failure by their reason, and shows every reason, so that a rise is seen', async () => {
  const failing = (reason: ConditionReason, phase: 'Failure' | 'Working' = 'Failure') => {
    const times = { lastTransitionTime: '2026-01-01T00:00:00.000Z', observedGeneration: 1 }
    const ready = { type: 'Ready', status: 'False', reason, message: '', ...times } as const
    return inAccount('account', buildEnvironmentStatus({ phase, conditions: [ready] }))
  }
  const registry = new Registry()
  const environments = [
    failing('AccessDenied'),
    failing('AccessDenied'),
    failing('QuotaExceeded'),
    failing('QuotaExceeded', 'Working'),
  ]
  createFleetMetrics(registry).follow(
    { environments: () => environments, isOurs: () => true, reports: new Map(), clock: { now: () => now } },
    new AbortController().signal,
  )
  const text = await registry.metrics()
  expect(text).toContain('sdo_environments_failing{reason="AccessDenied"} 2')
  expect(text).toContain('sdo_environments_failing{reason="QuotaExceeded"} 1')
  expect(text).toContain('sdo_environments_failing{reason="InternalError"} 0')
})

it('says how long ago agents answered, which releases they are, and what runs there', async () => {
  const { registry } = read([
    ['a', heard(5, 'ab'.repeat(32))],
    ['b', heard(40, 'ab'.repeat(32))],
  ])
  const text = await registry.metrics()
  expect(text).toContain('sdo_agents{contact="recent"} 1')
  expect(text).toContain('sdo_agents{contact="late"} 1')
  expect(text).toContain('sdo_agents{contact="silent"} 1')
  expect(text).toContain('sdo_agent_contact_age_seconds_max 100')
  expect(text).toContain('sdo_agents_by_release{release="abababababab"} 2')
  expect(text).toContain('sdo_agent_containers{state="healthy"} 2')
})

it('forgets what the agents of instances said that are gone, and everything when it leads no more', async () => {
  const { registry, sources, following } = read([['gone', heard(5)]])
  expect(await registry.metrics()).not.toContain('sdo_agent_containers{')
  expect(sources.reports.size).toBe(0)
  following.abort()
  expect(await registry.metrics()).not.toContain('sdo_instances{')
})

it('counts in each process what is in its shards, as nothing what is not, so that the sum is right whoever has them', async () => {
  const accounts = Array.from({ length: 100 }, (_, index) => `account-${index}`)
  const status = (name: string) =>
    buildEnvironmentStatus({ phase: 'Ready', instances: [buildInstance(name)], costPerHour: 0.25 })
  const environments = accounts.map((account) => inAccount(account, status(account)))
  let ofFirst = 0
  const processes = [(shard: number) => shard < ofFirst, (shard: number) => shard >= ofFirst].map((holds) => {
    const registry = new Registry()
    createFleetMetrics(registry).follow(
      {
        environments: () => environments,
        isOurs: (account) => holds(shardOf(account)),
        reports: new Map(),
        clock: { now: () => now },
      },
      new AbortController().signal,
    )
    return registry
  })
  const readAll = (metric: string) =>
    Promise.all(
      processes.map(async (registry) => {
        const values = (await registry.getSingleMetric(metric)?.get())?.values ?? []
        return values.reduce((sum, { value }) => sum + value, 0)
      }),
    )
  for (ofFirst = 0; ofFirst <= shardCount; ofFirst++) {
    const held = accounts.filter((account) => shardOf(account) < ofFirst).length
    for (const metric of ['sdo_environments', 'sdo_instances', 'sdo_agents'])
      expect(await readAll(metric), metric).toEqual([held, 100 - held])
    const [first = NaN, second = NaN] = await readAll('sdo_fleet_cost_dollars_per_hour')
    expect(first + second).toBeCloseTo(100 * (0.25 + instancePerHour))
  }
})
