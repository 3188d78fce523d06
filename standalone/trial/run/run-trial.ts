import type { Clock } from '../../../core/time/clock'
import { Findings, type Found } from './findings'
import type { Step, Trial } from './step'

/** All that steps have but what each gets for itself. */
export type Given = Omit<Trial, 'findings' | 'signal'>

export interface StepOutcome extends Found {
  name: string
  outcome: 'held' | 'not-held' | 'failed' | 'stopped' | 'left-out' | 'not-reached'
  /** How long it took, to the end or to where it failed. */
  seconds: number
  /** Why it failed or was stopped. */
  reason?: string
}

export interface UndoOutcome {
  name: string
  outcome: 'undone' | 'failed'
  seconds: number
  /** Of the last try. */
  reason?: string
}

export interface TrialOutcome {
  steps: StepOutcome[]
  undone: UndoOutcome[]
  /** Kind and id of what is in the account still; undefined where AWS could not be asked. */
  left: string[] | undefined
  /** Why that could not be asked. */
  leftReason?: string
}

export interface Telling {
  begin(name: string, what: 'run' | 'undo'): void
  end(outcome: StepOutcome | UndoOutcome): void
}

/** AWS refuses what is in use a moment ago, and answers for a moment with what was. */
const undoTries = 3

/**
 * Tells the story until its end, its first failure, or its stop; then undoes all that was begun, and looks for what is left. Never rejects.
 *
 * @param stop ends the story, so that all is undone at once
 * @param leave ends the undoing as well, as far as it is
 */
export async function runTrial(
  steps: readonly Step[],
  given: Given,
  telling: Telling,
  { stop, leave }: { stop: AbortSignal; leave: AbortSignal },
): Promise<TrialOutcome> {
  const outcomes: StepOutcome[] = []
  const begun: Step[] = []
  let isOver = false
  for (const step of steps) {
    const outcome = await tell(step)
    outcomes.push(outcome)
    telling.end(outcome)
  }
  return { steps: outcomes, ...(await tearDown(begun, given, telling, leave)) }

  async function tell(step: Step): Promise<StepOutcome> {
    const findings = new Findings(given.clock)
    const told = { name: step.name, seconds: 0, ...findings.found }
    if (step.isLeftOut?.(given.choices)) return { ...told, outcome: 'left-out' }
    isOver ||= stop.aborted
    if (isOver) return { ...told, outcome: 'not-reached' }
    begun.push(step)
    telling.begin(step.name, 'run')
    const stopwatch = startStopwatch(given.clock)
    try {
      await step.run({ ...given, findings, signal: stop })
      stop.throwIfAborted()
      const outcome = findings.found.notHeld.length > 0 ? 'not-held' : 'held'
      return { ...told, outcome, seconds: stopwatch() }
    } catch (error) {
      isOver = true
      const outcome = stop.aborted ? 'stopped' : 'failed'
      return { ...told, outcome, seconds: stopwatch(), reason: reasonOf(stop.aborted ? stop.reason : error) }
    }
  }
}

/** Undoes steps in the opposite order, then looks for what is left. What cannot be undone keeps nothing else from it. Never rejects. */
export async function tearDown(
  steps: readonly Step[],
  given: Given,
  telling: Telling,
  leave: AbortSignal,
): Promise<Pick<TrialOutcome, 'undone' | 'left' | 'leftReason'>> {
  const undone: UndoOutcome[] = []
  for (const step of [...steps].reverse()) {
    if (!step.undo) continue
    telling.begin(step.name, 'undo')
    const outcome = await undo(step, given, leave)
    undone.push(outcome)
    telling.end(outcome)
  }
  try {
    return { undone, left: await given.account.listLeft() }
  } catch (error) {
    return { undone, left: undefined, leftReason: reasonOf(error) }
  }
}

async function undo(step: Step, given: Given, leave: AbortSignal): Promise<UndoOutcome> {
  const stopwatch = startStopwatch(given.clock)
  let reason = ''
  for (let tries = 0; tries < undoTries && !leave.aborted; tries += 1) {
    try {
      await step.undo?.({ ...given, findings: new Findings(given.clock), signal: leave })
      return { name: step.name, outcome: 'undone', seconds: stopwatch() }
    } catch (error) {
      reason = reasonOf(error)
      await given.clock.sleep(given.limits.pauseMs, leave)
    }
  }
  return {
    name: step.name,
    outcome: 'failed',
    seconds: stopwatch(),
    reason: reason || reasonOf(leave.reason),
  }
}

function startStopwatch(clock: Pick<Clock, 'monotonic'>): () => number {
  const startedAt = clock.monotonic()
  return () => Math.round((clock.monotonic() - startedAt) / 100) / 10
}

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
