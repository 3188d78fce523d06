import type { OverviewSample } from '../../../services/environments/overview-views'

interface Range {
  fromEpoch: number
  toEpoch: number
}

const hourMilliseconds = 60 * 60_000
const dayMilliseconds = 24 * hourMilliseconds

/** From the first sample until now, at least an hour. */
export const rangeOf = (samples: OverviewSample[], nowEpoch: number): Range => ({
  fromEpoch: Math.min(samples[0]?.epoch ?? nowEpoch, nowEpoch - hourMilliseconds),
  toEpoch: nowEpoch,
})

/** Values that hold until the next one, as the path of an SVG of `width` by `height`: 0 is its lower edge, the highest its upper. */
export function stepPath(
  samples: { epoch: number; value: number }[],
  { fromEpoch, toEpoch }: Range,
  { width, height }: { width: number; height: number },
): string {
  const highest = Math.max(...samples.map(({ value }) => value))
  const x = (epoch: number) =>
    rounded((Math.min(1, Math.max(0, epoch - fromEpoch) / (toEpoch - fromEpoch)) || 0) * width)
  const y = (value: number) => rounded(height - (highest > 0 ? value / highest : 0) * height)
  const [first, ...rest] = samples
  if (!first) return ''
  const steps = rest.map(({ epoch, value }) => `H${x(epoch)}V${y(value)}`)
  return `M${x(first.epoch)} ${y(first.value)}${steps.join('')}H${width}`
}

const rounded = (value: number) => Math.round(value * 100) / 100

export interface Day {
  /** `2026-11-20`, in UTC. */
  day: string
  lowestCost: number
  highestCost: number
  mostInstances: number
}

/** What held on each day until `nowEpoch`, the newest day first. */
export function daysOf(samples: OverviewSample[], nowEpoch: number): Day[] {
  const days = new Map<number, OverviewSample[]>()
  samples.forEach((sample, index) => {
    const end = samples[index + 1]?.epoch ?? nowEpoch + 1
    for (let day = Math.floor(sample.epoch / dayMilliseconds); day * dayMilliseconds < end; day++)
      days.set(day, [...(days.get(day) ?? []), sample])
  })
  return [...days]
    .map(([day, held]) => ({
      day: new Date(day * dayMilliseconds).toISOString().slice(0, 10),
      lowestCost: Math.min(...held.map(({ costPerHour }) => costPerHour)),
      highestCost: Math.max(...held.map(({ costPerHour }) => costPerHour)),
      mostInstances: Math.max(...held.map(({ numInstances }) => numInstances)),
    }))
    .reverse()
}
