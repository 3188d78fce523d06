import type { EnvironmentStatus } from '../../core/resources/environment'
import { joinOutcomes, type Outcome } from '../reconcile/outcome'
import { examineAccount } from './account'
import { failureByRefusal, recordCloudAccess } from './cloud-access'
import { recallFindings, runConcerns, type Concerns, type Findings } from './concerns'
import { setConcernConditions } from './conditions'
import { Course } from './course'
import { decideDeployments, type DeploymentChange, stopOf } from './deployments/decide'
import { recordSteps } from './deployments/record-steps'
import { Draft } from './draft'
import { recordOutages } from './outages'
import type { Pass } from './pass'
import { recordSleep } from './record-sleep'
import { summarize } from './summarize'

/** The outcome of a pass: the status to write, and the facts that the time of the next look depends on. */
export interface Result {
  readonly status: EnvironmentStatus
  readonly deployments: DeploymentChange[]
  readonly outcome: Outcome
  /** The outcome of the non-blocking concerns. */
  readonly nonBlocking: Outcome
  readonly findings: Findings
  /** Whether AWS said of something that it is not there. */
  readonly isSomethingMissing: boolean
}

/** One pass of an environment that is to live: carries out what is written, observes, and decides; writing is left to the caller. */
export async function advance(pass: Pass, before: EnvironmentStatus, concerns: Concerns): Promise<Result> {
  const course = new Course(pass, before)
  const account = examineAccount(pass)
  if (account.kind === 'ready') return conclude(pass, course, await runConcerns(course, concerns))
  course.record(concerns.network, account)
  return conclude(pass, course, recallFindings(concerns, course))
}

function conclude(pass: Pass, course: Course, findings: Findings): Result {
  const { outcomes, isSomethingMissing } = course
  const { verdict } = findings
  const draft = new Draft(course.status, pass)
  const outcomesOf = (isNonBlocking: boolean) =>
    [...outcomes].flatMap(([concern, one]) => (Boolean(concern.isNonBlocking) === isNonBlocking ? one : []))
  const outcome = joinOutcomes(outcomesOf(false))
  const nonBlocking = joinOutcomes(outcomesOf(true))
  setConcernConditions(draft, outcomes)
  recordCloudAccess(draft, outcome)
  // A status that was written back may be behind what served.
  const stop = pass.isRestored ? undefined : stopOf(pass)
  const failure = verdict?.failure ?? stop ?? failureByRefusal(pass, draft, outcome)
  const deploymentChanges =
    verdict || failure
      ? decideDeployments(pass, draft, { failure, isOldOut: verdict?.isOldOut ?? false })
      : []
  const deployments = recordSteps(pass, draft.status, findings, deploymentChanges)
  if (outcome.kind === 'ready' && pass.environment.spec.examineRequestedEpoch !== undefined)
    draft.status.examinedEpoch = pass.environment.spec.examineRequestedEpoch
  recordOutages(pass, draft)
  recordSleep(pass, draft)
  summarize(pass, draft, outcome)
  return { status: draft.status, deployments, outcome, nonBlocking, findings, isSomethingMissing }
}
