import { networkLines } from '../../core/environment-log/network-lines'
import type { Deployment } from '../../core/resources/deployment'
import { refusalReasons, type ConditionReason } from '../../core/resources/metadata'
import { findCondition } from '../../core/resources/find-condition'
import { conditionSince } from '../runtime/conditions'
import type { Failure } from '../../core/resources/environment-told'
import type { Draft } from './draft'
import type { Pass } from './pass'
import type { Outcome } from '../reconcile/outcome'

const reasonsOfRefusals: readonly ConditionReason[] = refusalReasons

/** Whether somebody must act before AWS does what we ask for: a role, a quota, something we ask for wrongly. */
const isRefusal = (outcome: Outcome): outcome is Outcome & { kind: 'stalled' } =>
  outcome.kind === 'stalled' &&
  (outcome.reason === 'AccountNotReady'
    ? outcome.isUnopened === true
    : reasonsOfRefusals.includes(outcome.reason))

/** Keeps since when AWS refuses something and why, and says it in the log once: when it begins, for another reason, and when it is over. */
export function recordCloudAccess(draft: Draft, outcome: Outcome): void {
  const before = findCondition(draft.status.conditions, 'CloudAccess')
  if (isRefusal(outcome)) {
    const { reason, message } = outcome
    if (before?.status !== 'False' || before.reason !== reason) draft.event(networkLines.refused, { message })
    draft.condition({ type: 'CloudAccess', status: 'False', reason, message })
  } else if (outcome.kind === 'ready' && before?.status !== 'True') {
    const message = 'AWS does what SDO asks for.'
    if (before) draft.event(networkLines.allowed)
    draft.condition({ type: 'CloudAccess', status: 'True', reason: 'Ready', message })
  }
}

/**
 * Why the deployment under way fails if it was refused for too long what it needs, for the customer. What is live is not touched by it. One that
 * waits for AWS to open the account is not spoiled by it.
 */
export function failureByRefusal(pass: Pass, { status }: Draft, outcome: Outcome): Failure | undefined {
  const {
    goal: { desired },
    limits,
  } = pass
  const refusedSince = conditionSince(status.conditions, 'CloudAccess', 'False')
  if (!isRefusal(outcome) || outcome.isUnopened || refusedSince === undefined) return undefined
  if (!desired || desired.metadata.name === status.servingDeployment) return undefined
  const seconds = pass.secondsSince(Math.max(refusedSince, beginOf(desired)))
  if (seconds <= limits.refusalSeconds) return undefined
  const { reason, message } = outcome
  return {
    reason,
    message: `For ${Math.round(limits.refusalSeconds / 60)} minutes AWS has refused what it needs. ${message}`,
  }
}

const beginOf = ({ metadata, status }: Deployment): number =>
  status?.startedEpoch ?? Date.parse(metadata.creationTimestamp)
