import { billQuantities, meteredUsd, type BillQuantities } from '../../../core/charges/bill'
import { nothingKnown, type HourlySample } from '../../../db/queries/environment-samples'
import type { CostSample } from './cost-views'
import { hourMilliseconds } from '../../../core/time/durations'

/** A time for which an environment cost the same, or an hour in which that changed. */
export interface CostPart extends CostSample {
  /** What the mean is worked out of, as far as that was recorded. */
  quantities: BillQuantities
}

interface Period {
  created: number
  since: number
  now: number
}

/** What an environment cost, as pages draw it: the parts of `costParts`. */
export const hourlyCosts = (samples: readonly HourlySample[], period: Period): CostSample[] =>
  costParts(samples, period).map(({ epoch, costPerHour, highestPerHour, numInstances }) => ({
    epoch,
    costPerHour,
    highestPerHour,
    numInstances,
  }))

/**
 * What an environment cost, in parts that each hold until the next one and the last until now: an hour in which something changed with its
 * mean and its most, and then what held from its end on. Multiplied by its length, each is what was spent. The hour in which the
 * environment was created begins with it.
 */
export function costParts(samples: readonly HourlySample[], { created, since, now }: Period): CostPart[] {
  const costs = samples.flatMap((sample, index) => {
    const hour = sample.hour.getTime()
    const end = hour + hourMilliseconds
    const { costPerHour, numInstances } = sample
    const quantities = sample.perHour ?? nothingKnown
    const after = { epoch: end, costPerHour, highestPerHour: costPerHour, numInstances, quantities }
    const isFollowed = samples[index + 1]?.hour.getTime() === end
    return [
      changing(sample, { created, until: Math.min(end, now) }),
      ...(isFollowed || end >= now ? [] : [after]),
    ]
  })
  const first = costs.findLastIndex(({ epoch }) => epoch <= since)
  return costs.slice(Math.max(0, first)).map((cost) => ({ ...cost, epoch: Math.max(cost.epoch, since) }))
}

/** Each quantity, made of what it is in two bills. */
export const combined = (
  one: BillQuantities,
  other: BillQuantities,
  combine: (one: number, other: number) => number,
): BillQuantities =>
  Object.fromEntries(billQuantities.map((name) => [name, combine(one[name], other[name])])) as BillQuantities

/** An hour in which something changed, as far as the environment existed in it until `until`. */
function changing(
  { hour, changedAt, costPerHour, perHour, spent, spentOn, highestPerHour, mostInstances }: HourlySample,
  { created, until }: { created: number; until: number },
): CostPart {
  // Postgres says when it was created, the controller when it changed: their clocks may differ.
  const from = Math.min(Math.max(hour.getTime(), created), changedAt.getTime())
  const hours = (milliseconds: number) => Math.max(0, milliseconds) / hourMilliseconds
  const passed = hours(until - from)
  const held = hours(until - changedAt.getTime())
  const mean = (spent + costPerHour * held) / passed
  const used = passed > 0 ? meteredUsd(spentOn) / passed : 0
  const quantities = perHour ?? nothingKnown
  return {
    epoch: from,
    costPerHour: (passed > 0 ? Math.min(mean, highestPerHour) : costPerHour) + used,
    highestPerHour: highestPerHour + used,
    numInstances: mostInstances,
    quantities:
      passed > 0
        ? combined(spentOn, quantities, (before, after) => (before + after * held) / passed)
        : quantities,
  }
}
