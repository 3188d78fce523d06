import type { EnvironmentStatus } from '../../core/resources/environment'
import type { Condition } from '../../core/resources/metadata'
import type { Outcome } from '../reconcile/outcome'
import { findCondition } from '../../core/resources/find-condition'
import type { Concern } from './concern'
import type { Draft } from './draft'

/** Says of each concern whether anything is in its way, and what. While a role is denied, or AWS has yet to open the account, nobody knows how it is. */
export function setConcernConditions(draft: Draft, outcomes: ReadonlyMap<Concern, Outcome>): void {
  for (const [{ condition: type, readyMessage }, outcome] of outcomes)
    if (outcome.kind !== 'ready') {
      const { reason, message, isOurs, isUnopened } = outcome
      if (isOurs) continue
      // A condition tells that something was begun, and without an account nothing is.
      const isUnbegun = reason === 'AccountNotReady' && !isUnopened
      if (isUnbegun && !findCondition(draft.status.conditions, type)) continue
      const isUnknown = reason === 'AccessDenied' || isUnopened
      draft.condition({ type, status: isUnknown ? 'Unknown' : 'False', reason, message })
    } else if (readyMessage) draft.condition({ type, status: 'True', reason: 'Ready', message: readyMessage })
}

/** Several steps of a pass may have set the same condition: only how it was and how it is now counts. */
export function keepTransitionTimes(
  conditions: Condition[],
  before: Readonly<EnvironmentStatus> | undefined,
): Condition[] {
  return conditions.map((condition) => {
    const earlier = findCondition(before?.conditions ?? [], condition.type)
    return earlier?.status === condition.status
      ? { ...condition, lastTransitionTime: earlier.lastTransitionTime }
      : condition
  })
}
