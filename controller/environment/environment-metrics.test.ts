import { Registry } from 'prom-client'
import { beforeEach, describe, expect, it } from 'vitest'
import { buildInstance } from '../../tests/builders/environment-parts'
import { createEnvironmentMetrics, type EnvironmentMetrics } from './environment-metrics'

let registry: Registry
let metrics: EnvironmentMetrics
beforeEach(() => {
  registry = new Registry()
  metrics = createEnvironmentMetrics(registry)
})

const valueOf = async (name: string, labels: Record<string, string> = {}) =>
  (await registry.getMetricsAsJSON())
    .flatMap(({ values }) => values as { metricName?: string; labels: object; value: number }[])
    .find((one) => one.metricName === name && JSON.stringify(one.labels) === JSON.stringify(labels))?.value

const note = (before: Parameters<typeof buildInstance>[1], after: Parameters<typeof buildInstance>[1]) =>
  metrics.record({ instances: [buildInstance('a', before)] }, { instances: [buildInstance('a', after)] })

describe('the metrics of instances', () => {
  it('have each step of a boot once, when it is written down', async () => {
    const boot = { agent: 20, healthy: 25 }
    note({}, { boot })
    note({ boot }, { boot })
    expect(await valueOf('sdo_instance_boot_seconds_sum', { step: 'agent' })).toBe(20)
    expect(await valueOf('sdo_instance_boot_seconds_count', { step: 'healthy' })).toBe(1)
    expect(await valueOf('sdo_instance_boot_seconds_count', { step: 'kernel' })).toBeUndefined()
  })

  it('have each warning once, and how long it took until others served', async () => {
    const warned = { interruptedEpoch: 1000 }
    note({}, warned)
    note(warned, { ...warned, phase: 'Draining' })
    note({ ...warned, phase: 'Draining' }, { ...warned, phase: 'Draining', replacedEpoch: 7000 })
    note(
      { ...warned, phase: 'Draining', replacedEpoch: 7000 },
      { ...warned, phase: 'Terminating', replacedEpoch: 7000 },
    )
    const json = await registry.getMetricsAsJSON()
    expect(json.find(({ name }) => name === 'sdo_spot_interruptions_total')?.values).toMatchObject([
      { value: 1 },
    ])
    expect(await valueOf('sdo_spot_replacement_seconds_sum')).toBe(6)
    expect(await valueOf('sdo_spot_replacement_seconds_count')).toBe(1)
  })

  it('have nothing of what was there before the controller', async () => {
    metrics.record(undefined, {
      instances: [buildInstance('a', { boot: { healthy: 5 }, interruptedEpoch: 5, phase: 'Draining' })],
    })
    expect(await valueOf('sdo_instance_boot_seconds_count', { step: 'healthy' })).toBeUndefined()
  })
})
