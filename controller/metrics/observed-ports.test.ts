import { Registry } from 'prom-client'
import { beforeEach, expect, it } from 'vitest'
import type { Plan } from '../planner/planner'
import { observeAgents } from './observe-agents'
import { observePlanner } from './planner-metrics'

let registry: Registry
beforeEach(() => {
  registry = new Registry()
})

it('a plan has its time and by how much it may be dearer than the cheapest', async () => {
  const plan = { costPerHour: 1, lowerBoundPerHour: 0.97 } as Plan
  const planner = observePlanner(() => plan, registry)
  expect(await planner({} as Parameters<typeof planner>[0])).toBe(plan)
  const text = await registry.metrics()
  expect(text).toContain('sdo_plan_duration_seconds_count 1')
  expect(text).toContain('sdo_plan_gap_ratio_bucket{le="0.02"} 0')
  expect(text).toContain('sdo_plan_gap_ratio_bucket{le="0.05"} 1')
})

it('calls of agents have their outcome, and an answer is kept until the next one', async () => {
  const status = { instance: 'i', processes: [] }
  let isAway = false
  const ask = async () => {
    if (isAway) throw new Error('away')
    return status
  }
  const asked = {
    status: ask,
    apply: ask,
    replace: ask,
    resolveImages: () => Promise.resolve({ instance: 'i', images: [] }),
    usage: () => Promise.resolve({ instance: 'i', minutes: [] }),
  }
  const agents = observeAgents(asked, registry, { now: () => 7 })
  const address = { host: '127.0.0.1', port: 1, instance: 'i' }
  expect(await agents.status(address)).toBe(status)
  await agents.resolveImages(address, { images: [] })
  isAway = true
  await expect(agents.apply(address, { processes: [] })).rejects.toThrow('away')
  const text = await registry.metrics()
  expect(text).toContain('sdo_agent_calls_total{operation="status",outcome="success"} 1')
  expect(text).toContain('sdo_agent_calls_total{operation="apply",outcome="error"} 1')
  expect(text).toContain('sdo_agent_call_duration_seconds_count{operation="apply"} 1')
  expect(agents.reports.get('i')).toEqual({ address, heardAt: 7, status })
})
