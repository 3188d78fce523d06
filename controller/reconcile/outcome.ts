import type { ConditionReason } from '../../core/resources/metadata'

/**
 * How far a step came. `waiting`: it goes on by itself, look again in `seconds`. `stalled`: somebody must act, the message says
 * what to do; look again in `seconds` all the same. A step that throws met something nobody expected: the queue backs off.
 */
export type Outcome =
  | { kind: 'ready' }
  | {
      kind: 'waiting' | 'stalled'
      reason: ConditionReason
      message: string
      seconds: number
      /** AWS asked to slow down: whatever else there is to do, not to look again sooner than in so many seconds. */
      leastSeconds?: number
      /** What is in the way is SDO's own, and says nothing about a customer's resource: all that is known of that stays. */
      isOurs?: true
      /** AWS has yet to open the account for what was asked: hours pass, and nobody is late meanwhile. */
      isUnopened?: true
    }

export const ready: Outcome = { kind: 'ready' }

export const waiting = (reason: ConditionReason, message: string, seconds: number): Outcome => ({
  kind: 'waiting',
  reason,
  message,
  seconds,
})

export const stalled = (reason: ConditionReason, message: string, seconds: number): Outcome => ({
  kind: 'stalled',
  reason,
  message,
  seconds,
})

/**
 * The gravest of all: what needs somebody counts more than what passes by itself; of equals the first. The soonest look wins, but for those who
 * were asked to slow down: looks for others would take the calls away that they wait for.
 */
export function joinOutcomes(outcomes: Outcome[]): Outcome {
  const unready = outcomes.filter((outcome) => outcome.kind !== 'ready')
  const gravest = unready.find(({ kind }) => kind === 'stalled') ?? unready[0]
  if (!gravest) return ready
  const least = Math.max(...unready.map(({ leastSeconds = 0 }) => leastSeconds))
  const soonest = Math.min(...unready.map(({ seconds }) => seconds))
  return { ...gravest, seconds: Math.max(soonest, least), ...(least > 0 && { leastSeconds: least }) }
}

/** Waits for all, also when one fails, then throws the first failure: what the others did must be recorded. */
export async function allDone(work: Promise<unknown>[]): Promise<void> {
  const results = await Promise.allSettled(work)
  for (const result of results) if (result.status === 'rejected') throw result.reason
}
