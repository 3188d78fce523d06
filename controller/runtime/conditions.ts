import { findCondition } from '../../core/resources/find-condition'

export interface ConditionState<Reason extends string> {
  type: string
  status: 'True' | 'False' | 'Unknown'
  reason: Reason
  /** Sentence for the reader, with what to do. */
  message: string
}

export interface TimedCondition<Reason extends string> extends ConditionState<Reason> {
  /** When `status` became what it is. */
  lastTransitionTime: string
  /** Generation of the spec it was judged by. */
  observedGeneration: number
}

/**
 * The conditions with one of them set. The time of its last transition stays as long as its status does.
 *
 * @param now milliseconds since the epoch
 */
export function setCondition<Reason extends string>(
  conditions: readonly TimedCondition<Reason>[],
  state: ConditionState<Reason>,
  generation: number,
  now: number,
): TimedCondition<Reason>[] {
  const previous = findCondition(conditions, state.type)
  const isSame = previous?.status === state.status
  const next = {
    type: state.type,
    status: state.status,
    reason: state.reason,
    message: state.message,
    lastTransitionTime: isSame ? previous.lastTransitionTime : new Date(now).toISOString(),
    observedGeneration: generation,
  }
  if (!previous) return [...conditions, next]
  return conditions.map((condition) => (condition.type === state.type ? next : condition))
}

/** Conditions that changed in status or reason, each with its former self. */
export const changedConditions = <Reason extends string>(
  before: readonly TimedCondition<Reason>[],
  after: readonly TimedCondition<Reason>[],
): { was: TimedCondition<Reason> | undefined; is: TimedCondition<Reason> }[] =>
  after
    .map((is) => ({ was: findCondition(before, is.type), is }))
    .filter(({ was, is }) => was?.status !== is.status || was.reason !== is.reason)

export const isTrue = (conditions: readonly TimedCondition<string>[], type: string): boolean =>
  findCondition(conditions, type)?.status === 'True'

/** Since when a condition has had `status`, epoch in milliseconds, or undefined if it has another one. */
export function conditionSince(
  conditions: readonly TimedCondition<string>[],
  type: string,
  status: TimedCondition<string>['status'],
): number | undefined {
  const condition = findCondition(conditions, type)
  return condition?.status === status ? Date.parse(condition.lastTransitionTime) : undefined
}
