import {
  billLines,
  linesOf,
  meteredUsd,
  type BillLine,
  type BillQuantities,
} from '../../../core/charges/bill'
import { nothingKnown, type HourlySample } from '../../../db/queries/environment-samples'
import { combined, costParts, type CostPart } from './hourly-costs'
import { dayMilliseconds, hourMilliseconds } from '../../../core/time/durations'

/** USD, in all and by line, and hours of instances and load balancers. */
interface Spent {
  usd: number
  lines: Record<BillLine, number>
  instanceHours: number
  loadBalancerHours: number
  /** What CloudWatch Logs took in, with what AWS counts for each line. */
  logBytes: number
  /** LCU-hours. */
  capacityUnitHours: number
}

export interface MonthCost {
  /** `2026-11`, in UTC. */
  month: string
  spent: Spent
  /** All of the month, if what it costs now stays. */
  projected: Spent
  /** Days in UTC on which it existed, oldest first. */
  days: ({ day: string } & Spent)[]
}

/** A month in UTC: AWS closes its bill by it. */
interface Month {
  name: string
  fromEpoch: number
  untilEpoch: number
}

export function monthOf(epoch: number): Month {
  const date = new Date(epoch)
  const startOf = (month: number) => Date.UTC(date.getUTCFullYear(), month)
  const fromEpoch = startOf(date.getUTCMonth())
  return {
    name: new Date(fromEpoch).toISOString().slice(0, 7),
    fromEpoch,
    untilEpoch: startOf(date.getUTCMonth() + 1),
  }
}

/** From when on samples are needed to work out the cost of the month. */
export const samplesSince = (now: number): Date =>
  new Date(Math.min(monthOf(now).fromEpoch, now - dayMilliseconds))

interface Existed {
  created: number
  /** Absent while it is there. */
  deleted?: number
}

/**
 * What an environment has cost in the month of `now`, and will. What was there when SDO looked last counts until it looks again: AWS charges
 * for it whether anybody looks or not.
 */
export function monthCost(
  samples: readonly HourlySample[],
  { created, deleted }: Existed,
  now: number,
): MonthCost {
  const { name, fromEpoch, untilEpoch } = monthOf(now)
  const end = Math.min(now, deleted ?? now)
  const parts = heldParts(costParts(samples, { created, since: samplesSince(now).getTime(), now: end }), end)
  const days: ({ day: string } & Cost)[] = []
  for (let day = fromEpoch; day < end; day += dayMilliseconds) {
    if (day + dayMilliseconds <= created) continue
    const cost = sumOf(parts, day, Math.min(end, day + dayMilliseconds))
    days.push({ day: new Date(day).toISOString().slice(0, 10), ...cost })
  }
  const spent = days.reduce((sum, day) => plus(sum, day, 1), noCost)
  const rest = deleted === undefined ? rateNow(samples, parts, now) : noCost
  const hoursLeft = (untilEpoch - now) / hourMilliseconds
  return {
    month: name,
    spent: spentOf(spent),
    projected: spentOf(plus(spent, rest, hoursLeft)),
    days: days.map(({ day, ...cost }) => ({ day, ...spentOf(cost) })),
  }
}

/** The same of several environments. */
export const addedUp = (all: readonly Spent[]): Spent => {
  const sum = (valueOf: (spent: Spent) => number) => all.reduce((total, each) => total + valueOf(each), 0)
  return {
    usd: sum(({ usd }) => usd),
    lines: Object.fromEntries(
      billLines.map((line) => [line, sum(({ lines }) => lines[line])]),
    ) as Spent['lines'],
    instanceHours: sum(({ instanceHours }) => instanceHours),
    loadBalancerHours: sum(({ loadBalancerHours }) => loadBalancerHours),
    logBytes: sum(({ logBytes }) => logBytes),
    capacityUnitHours: sum(({ capacityUnitHours }) => capacityUnitHours),
  }
}

/** USD, or USD an hour. */
interface Cost {
  usd: number
  quantities: BillQuantities
}

const noCost: Cost = { usd: 0, quantities: nothingKnown }

interface HeldPart extends Cost {
  from: number
  until: number
  /** USD an hour, the most of that time. */
  highest: number
}

const heldParts = (parts: readonly CostPart[], end: number): HeldPart[] =>
  parts.map(({ epoch, costPerHour, highestPerHour, quantities }, index) => ({
    from: epoch,
    until: parts[index + 1]?.epoch ?? end,
    usd: costPerHour,
    highest: highestPerHour,
    quantities,
  }))

/** What was spent from one time to another. */
function sumOf(parts: readonly HeldPart[], from: number, until: number): Cost {
  return parts.reduce((sum, part) => {
    const hours = Math.max(0, Math.min(until, part.until) - Math.max(from, part.from)) / hourMilliseconds
    return hours === 0 ? sum : plus(sum, part, hours)
  }, noCost)
}

const plus = (sum: Cost, more: Cost, times: number): Cost => ({
  usd: sum.usd + more.usd * times,
  quantities: combined(sum.quantities, more.quantities, (so, each) => so + each * times),
})

const spentOf = ({ usd, quantities }: Cost): Spent => ({
  usd,
  lines: linesOf(usd, quantities),
  instanceHours: quantities.instances,
  loadBalancerHours: quantities.loadBalancers,
  logBytes: quantities.logBytes,
  capacityUnitHours: quantities.capacityUnitHours,
})

/**
 * USD an hour by which the rest of the month is reckoned: what it costs now, once that has held for an hour. Before, the mean of the last 24
 * hours from when it first cost something: for some minutes, a deployment has what is old and what is new. What is charged by use goes on
 * as in the last 24 hours.
 */
function rateNow(samples: readonly HourlySample[], parts: readonly HeldPart[], now: number): Cost {
  const last = samples.at(-1)
  if (!last) return noCost
  const held = { usd: last.costPerHour, quantities: last.perHour ?? nothingKnown }
  const dayAgo = now - dayMilliseconds
  if (now - heldSince(samples) >= hourMilliseconds) return plus(held, usedPerHour(parts, now), 1)
  const first = parts.find(({ until, usd }) => until > dayAgo && usd > 0)
  if (!first) return noCost
  const from = Math.max(dayAgo, first.from)
  // In its first hour, it cost nothing for a while, as the mean and the most of that hour tell.
  const idle = first.from > dayAgo ? (first.until - first.from) * (1 - first.usd / first.highest) : 0
  const hours = (now - from - idle) / hourMilliseconds
  if (hours <= 0) return held
  const { usd, quantities } = sumOf(parts, from, now)
  return { usd: usd / hours, quantities: combined(quantities, quantities, (sum) => sum / hours) }
}

/** Since when it costs by the hour what it costs now. Hours are recorded too in which nothing changed and something was used. */
function heldSince(samples: readonly HourlySample[]): number {
  const { costPerHour } = samples.at(-1) ?? { costPerHour: 0 }
  const begun = samples.findLastIndex((sample, index) => {
    const isAllHour = sample.costPerHour === costPerHour && sample.highestPerHour === costPerHour
    return !isAllHour || samples[index - 1]?.costPerHour !== costPerHour
  })
  return samples[begun]?.changedAt.getTime() ?? 0
}

/** What is charged by use, an hour, on the average of the last 24 hours or as long as there is something. */
function usedPerHour(parts: readonly HeldPart[], now: number): Cost {
  const from = Math.max(now - dayMilliseconds, parts[0]?.from ?? now)
  const hours = (now - from) / hourMilliseconds
  if (hours <= 0) return noCost
  const { logBytes, capacityUnitHours } = sumOf(parts, from, now).quantities
  const quantities = {
    ...nothingKnown,
    ...{ logBytes: logBytes / hours, capacityUnitHours: capacityUnitHours / hours },
  }
  return { usd: meteredUsd(quantities), quantities }
}
