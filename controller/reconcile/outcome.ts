import type { ConditionReason } from '../../core/resources/metadata'

/**
 * How far a step came. `waiting`: it goes on by itself, look again in `seconds`. `stalled`: somebody must act, the message says
 * what to do; look again in `seconds` all the same. A step that throws met something nobody expected: the queue backs off.
 */
export type Outcome =
  | { kind: 'ready' }
  | { kind: 'waiting' | 'stalled'; reason: ConditionReason; message: string; seconds: number }

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

export type Step<Context> = (context: Context) => Promise<Outcome>

/** Runs steps in order up to the first that is not ready, and answers its outcome. */
export async function runSteps<Context>(steps: Step<Context>[], context: Context): Promise<Outcome> {
  for (const step of steps) {
    const outcome = await step(context)
    if (outcome.kind !== 'ready') return outcome
  }
  return ready
}
