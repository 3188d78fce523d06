import { Counter, Histogram, type Registry } from 'prom-client'
import type { CallObserver } from '../cloud/cloud'

/** Metrics of calls of the cloud's API: as many series as operations that SDO knows, whatever accounts it works in. */
export function createCloudMetrics(registry: Registry): CallObserver {
  const labelNames = ['service', 'operation'] as const
  const registers = [registry]
  const calls = new Counter({
    name: 'sdo_cloud_calls_total',
    help: 'Calls of the API of AWS by outcome: success, or what kind of refusal.',
    labelNames: [...labelNames, 'outcome'],
    registers,
  })
  const duration = new Histogram({
    name: 'sdo_cloud_call_duration_seconds',
    help: 'How long calls of the API of AWS took, with their repetitions.',
    labelNames,
    buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
    registers,
  })
  const throttles = new Counter({
    name: 'sdo_cloud_throttles_total',
    help: 'Attempts that AWS refused because there are too many, also where a later one succeeded.',
    labelNames,
    registers,
  })
  return ({ service, operation, outcome, seconds, throttles: count }) => {
    calls.inc({ service, operation, outcome })
    duration.observe({ service, operation }, seconds)
    if (count > 0) throttles.inc({ service, operation }, count)
  }
}
