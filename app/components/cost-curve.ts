import type { CostSample } from '../services/cost/cost-views'
import { dayMilliseconds, hourMilliseconds } from '../../core/time/durations'
import { curveScale, type CurveArea, type Range } from './curve-scale'

/** From the first sample until now, at least an hour. */
export const rangeOf = (samples: CostSample[], nowEpoch: number): Range => ({
  fromEpoch: Math.min(samples[0]?.epoch ?? nowEpoch, nowEpoch - hourMilliseconds),
  toEpoch: nowEpoch,
})

/** Values that hold until the next one, as the path of an SVG of `width` by `height`: 0 is its lower edge, `highest` its upper. */
export function stepPath(samples: { epoch: number; value: number }[], range: Range, area: CurveArea): string {
  const { x, y } = curveScale(range, area)
  const [first, ...rest] = samples
  if (!first) return ''
  const steps = rest.map(({ epoch, value }) => `H${x(epoch)}V${y(value)}`)
  return `M${x(first.epoch)} ${y(first.value)}${steps.join('')}H${area.width}`
}

interface Day {
  /** `2026-11-20`, in UTC. */
  day: string
  /** Of the time that was measured. */
  averageCost: number
  highestCost: number
  mostInstances: number
}

interface Held {
  sample: CostSample
  milliseconds: number
}

/** What held on each day until `nowEpoch`, the newest day first. */
export function daysOf(samples: CostSample[], nowEpoch: number): Day[] {
  const days = new Map<number, Held[]>()
  samples.forEach((sample, index) => {
    const end = samples[index + 1]?.epoch ?? nowEpoch + 1
    for (let day = Math.floor(sample.epoch / dayMilliseconds); day * dayMilliseconds < end; day++) {
      const from = Math.max(sample.epoch, day * dayMilliseconds)
      const milliseconds = Math.min(end, (day + 1) * dayMilliseconds) - from
      days.set(day, [...(days.get(day) ?? []), { sample, milliseconds }])
    }
  })
  return [...days]
    .map(([day, held]) => ({
      day: new Date(day * dayMilliseconds).toISOString().slice(0, 10),
      averageCost: averageOf(held),
      highestCost: Math.max(...held.map(({ sample }) => sample.highestPerHour)),
      mostInstances: Math.max(...held.map(({ sample }) => sample.numInstances)),
    }))
    .reverse()
}

/** The mean cost an hour of all the time until `nowEpoch`. */
export const averageCost = (samples: CostSample[], nowEpoch: number): number =>
  averageOf(
    samples.map((sample, index) => ({
      sample,
      milliseconds: (samples[index + 1]?.epoch ?? nowEpoch + 1) - sample.epoch,
    })),
  )

function averageOf(held: Held[]): number {
  const whole = held.reduce((sum, { milliseconds }) => sum + milliseconds, 0)
  return held.reduce((sum, { sample, milliseconds }) => sum + (sample.costPerHour * milliseconds) / whole, 0)
}
