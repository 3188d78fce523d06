import { warningsOf } from '../../../core/application/run-settings'
import { hourMilliseconds, minuteMilliseconds } from '../../../core/time/durations'
import type { KnownWarning, UseToJudge } from '../../../db/queries/usage-warnings'

/** People are warned of it again once it was well for so long. */
export const wellMilliseconds = hourMilliseconds
/** Of one kind, an environment warns no more often: what comes in between is told together. */
export const quietMilliseconds = 10 * minuteMilliseconds
/** What was killed longer ago is no news: more than the quiet time, so that nothing in it is missed. */
export const killedMilliseconds = 15 * minuteMilliseconds

export const warningKinds = ['memory', 'throttled', 'errors', 'out-of-memory'] as const
export type WarningKind = (typeof warningKinds)[number]

/** Use of an application in an environment that people want to be warned of. */
export interface Excess extends UseToJudge {
  kind: WarningKind
  /** When it was so last. */
  epoch: number
  /** In percent; absent where there is none. */
  threshold?: number
}

/** A share as people are told it: what is told of an excess is above its threshold. */
export const percentOf = (share: number): number => Math.round(share * 1000) / 10

/** What of it people want to be warned of, at this time. */
export function excessOf(use: UseToJudge, now: number): Excess[] {
  const { memoryPercent, throttledPercent, errorPercent, outOfMemory } = warningsOf({
    warnings: use.warnings ?? {},
  })
  const { leastMemoryMb, memoryMb, throttled, failed, killedEpoch } = use
  const isOver = (threshold: number, share: number | null) =>
    threshold > 0 && share !== null && percentOf(share) > threshold
  const wasKilled = killedEpoch !== null && now - killedEpoch <= killedMilliseconds
  return [
    ...(isOver(memoryPercent, leastMemoryMb === null ? null : leastMemoryMb / memoryMb)
      ? [{ ...use, kind: 'memory' as const, epoch: now, threshold: memoryPercent }]
      : []),
    ...(isOver(throttledPercent, throttled)
      ? [{ ...use, kind: 'throttled' as const, epoch: now, threshold: throttledPercent }]
      : []),
    ...(isOver(errorPercent, failed)
      ? [{ ...use, kind: 'errors' as const, epoch: now, threshold: errorPercent }]
      : []),
    ...(outOfMemory && wasKilled ? [{ ...use, kind: 'out-of-memory' as const, epoch: killedEpoch }] : []),
  ]
}

type Found = Pick<Excess, 'applicationId' | 'kind' | 'epoch'>

interface Judgement<Of extends Found> {
  /** What people are warned of now. */
  told: Of[]
  /** What they were warned of, as it is to be known from now on. */
  known: KnownWarning[]
}

/**
 * Tells what is new of what was found in an environment: what was never told, or was well for an hour since it was so last. Of a kind that was
 * told lately nothing is new; it is once the quiet time is over, if it is still so.
 *
 * @param known of what people were warned in this environment
 */
export function judge<Of extends Found>(
  found: readonly Of[],
  known: readonly KnownWarning[],
  now: number,
): Judgement<Of> {
  const isQuiet = (kind: string) =>
    known.some((one) => one.kind === kind && now - one.toldEpoch < quietMilliseconds)
  const judged = found.map((one) => {
    const before = known.find(
      ({ applicationId, kind }) => applicationId === one.applicationId && kind === one.kind,
    )
    const lasts = before !== undefined && one.epoch - before.lastEpoch < wellMilliseconds
    return { one, before, lasts }
  })
  const told = judged.flatMap(({ one, lasts }) => (lasts || isQuiet(one.kind) ? [] : [one]))
  const going = judged.flatMap(({ one, before, lasts }) =>
    before && lasts ? [{ ...before, lastEpoch: Math.max(before.lastEpoch, one.epoch) }] : [],
  )
  return {
    told,
    known: [
      ...going,
      ...told.map(({ applicationId, kind, epoch }) => ({
        applicationId,
        kind,
        toldEpoch: now,
        lastEpoch: epoch,
      })),
    ],
  }
}
