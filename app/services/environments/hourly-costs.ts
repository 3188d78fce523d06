import type { HourlySample } from '../../../db/queries/environment-samples'
import type { OverviewSample } from './overview-views'

const hourMilliseconds = 60 * 60_000

/**
 * What an environment cost, in parts that each hold until the next one and the last until now: an hour in which something changed with its
 * mean and its most, and then what held from its end on. Multiplied by its length, each is what was spent. The hour in which the
 * environment was created begins with it.
 */
export function hourlyCosts(
  samples: readonly HourlySample[],
  { created, since, now }: { created: number; since: number; now: number },
): OverviewSample[] {
  const costs = samples.flatMap((sample, index) => {
    const hour = sample.hour.getTime()
    const end = hour + hourMilliseconds
    const { costPerHour, numInstances } = sample
    const after = { epoch: end, costPerHour, highestPerHour: costPerHour, numInstances }
    const isFollowed = samples[index + 1]?.hour.getTime() === end
    return [
      changing(sample, { created, until: Math.min(end, now) }),
      ...(isFollowed || end >= now ? [] : [after]),
    ]
  })
  const first = costs.findLastIndex(({ epoch }) => epoch <= since)
  return costs.slice(Math.max(0, first)).map((cost) => ({ ...cost, epoch: Math.max(cost.epoch, since) }))
}

/** An hour in which something changed, as far as the environment existed in it until `until`. */
function changing(
  { hour, changedAt, costPerHour, spent, highestPerHour, mostInstances }: HourlySample,
  { created, until }: { created: number; until: number },
): OverviewSample {
  // Postgres says when it was created, the controller when it changed: their clocks may differ.
  const from = Math.min(Math.max(hour.getTime(), created), changedAt.getTime())
  const hours = (milliseconds: number) => Math.max(0, milliseconds) / hourMilliseconds
  const passed = hours(until - from)
  const mean = (spent + costPerHour * hours(until - changedAt.getTime())) / passed
  return {
    epoch: from,
    costPerHour: passed > 0 ? Math.min(mean, highestPerHour) : costPerHour,
    highestPerHour,
    numInstances: mostInstances,
  }
}
