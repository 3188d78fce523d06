import { costCauses } from '../../../core/environment-log/declare-lines'
import { findLine } from '../../../core/environment-log/lines'
import type { HourlySample } from '../../../db/queries/environment-samples'
import { groupedBy } from '../answers/lists'
import type { CostChange } from './cost-views'
import { hourMilliseconds } from '../../../core/time/durations'

/** USD an hour; less is no change: 4 cents in a month. */
const leastChange = 0.00005
/** Older ones are left out. */
const mostChanges = 50
const mostCauses = 5
/** An instance costs something once it is there, which may be in the hour after its launch. */
const lagMilliseconds = 10 * 60_000

interface Line {
  createdAt: Date
  message: string
  code: string
}

type Cause = CostChange['causes'][number]

/**
 * The hours since a time in which the cost changed for longer, newest first, each with why. Hours in a row of which no line tells anything, and
 * in which the same moved, are one change: the market moves its prices each hour, and would hide what people did.
 *
 * @param lines that tell it, newest first
 */
export function costChanges(
  samples: readonly HourlySample[],
  lines: readonly Line[],
  since: number,
): CostChange[] {
  const changed = samples
    .map((sample, index) => ({ sample, before: samples[index - 1] }))
    .filter(
      ({ sample, before }) =>
        sample.hour.getTime() >= since &&
        Math.abs(sample.costPerHour - (before?.costPerHour ?? 0)) >= leastChange,
    )
  const hours = new Set(changed.map(({ sample }) => sample.hour.getTime()))
  const linesOf = groupedBy(lines, ({ createdAt }) => hourOf(createdAt.getTime(), hours))
  const changes = changed.map(({ sample, before }): CostChange => {
    const fromEpoch = sample.hour.getTime()
    const told = (linesOf.get(fromEpoch) ?? []).flatMap(toCause).sort(byRank)
    const causes = told.length > 0 ? told : guessed(sample, before)
    return {
      fromEpoch,
      untilEpoch: fromEpoch + hourMilliseconds,
      beforePerHour: before?.costPerHour ?? 0,
      afterPerHour: sample.costPerHour,
      causes: causes.slice(0, mostCauses),
      ...(causes.length > mostCauses && { moreCauses: causes.length - mostCauses }),
    }
  })
  return joinGuessed(changes).slice(-mostChanges).reverse()
}

function joinGuessed(changes: CostChange[]): CostChange[] {
  const joined: CostChange[] = []
  for (const change of changes) {
    const last = joined.at(-1)
    const cause = guessedCause(change)
    if (last && cause && guessedCause(last) === cause)
      joined[joined.length - 1] = {
        ...change,
        fromEpoch: last.fromEpoch,
        beforePerHour: last.beforePerHour,
      }
    else joined.push(change)
  }
  return joined
}

/** Undefined where a line of the log tells why, or nothing does. */
const guessedCause = ({ causes: [first] }: CostChange) =>
  first && first.createdEpoch === undefined ? first.cause : undefined

/** The hour that a line belongs to: its own where the cost changed in it, else the next, shortly before that. */
function hourOf(epoch: number, hours: Set<number>): number {
  const own = Math.floor(epoch / hourMilliseconds) * hourMilliseconds
  const next = own + hourMilliseconds
  return !hours.has(own) && next - epoch <= lagMilliseconds ? next : own
}

function toCause({ code, message, createdAt }: Line): Cause[] {
  const cause = findLine(code)?.costCause
  return cause ? [{ cause, message, createdEpoch: createdAt.getTime() }] : []
}

const ranks: readonly string[] = costCauses
const byRank = (one: Cause, other: Cause) =>
  ranks.indexOf(one.cause) - ranks.indexOf(other.cause) || (one.createdEpoch ?? 0) - (other.createdEpoch ?? 0)

/** What follows from the figures where no line tells why. */
function guessed({ perHour: after }: HourlySample, before: HourlySample | undefined): Cause[] {
  const was = before?.perHour
  if (!after || !was) return []
  const isSame = (figure: keyof typeof was) => Math.abs(after[figure] - was[figure]) < leastChange
  if (!isSame('instances') || !isSame('loadBalancers')) return []
  return isSame('spot') && isSame('onDemand')
    ? [{ cause: 'surplusCpu', message: 'Processes use another amount of CPU above the baseline.' }]
    : [{ cause: 'price', message: 'Instances have other prices.' }]
}
