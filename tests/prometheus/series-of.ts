import type { MetricObjectWithValues, MetricValue, Registry } from 'prom-client'

/** Values of a series, one a minute for two hours: `7x120` stays, `0+3x120` grows. */
export type Series = Record<string, string>

type Read = Map<string, { value: number; isGauge: boolean }>

/**
 * What Prometheus reads of a process, by the name `instance`, in which the same happens every minute for two hours: counters grow by as
 * much each time, gauges stay where they are.
 */
export async function seriesOf(
  registry: Registry,
  happens: () => unknown = () => undefined,
  instance = 'a',
): Promise<Series> {
  const before = await read(registry, instance)
  await happens()
  const after = await read(registry, instance)
  const entries = [...after].map(([name, { value, isGauge }]) => {
    if (isGauge) return [name, `${value}x120`]
    const growth = value - (before.get(name)?.value ?? 0)
    return [name, `0+${growth}x120`]
  })
  return Object.fromEntries(entries) as Series
}

async function read(registry: Registry, instance: string): Promise<Read> {
  const metrics = (await registry.getMetricsAsJSON()) as MetricObjectWithValues<MetricValue<string>>[]
  return new Map(
    metrics.flatMap(({ name, type, values }) =>
      values.map((one) => {
        const { metricName = name } = one as { metricName?: string }
        const labels = Object.entries({ ...one.labels, instance }).map(
          ([label, value]) => `${label}="${String(value)}"`,
        )
        return [
          `${metricName}{${labels.join(', ')}}`,
          { value: one.value, isGauge: String(type) === 'gauge' },
        ] as const
      }),
    ),
  )
}
