export interface ConditionState<Reason extends string> {
  type: string
  status: 'True' | 'False' | 'Unknown'
  reason: Reason
  /** What the reader can do. */
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
  const previous = conditions.find(({ type }) => type === state.type)
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
