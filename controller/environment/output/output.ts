import { outputLines } from '../../../core/environment-log/process-lines'
import { logGroupName, logRetentionDays } from '../../../core/aws/log-groups'
import type { EnvironmentStatus, LogGroupStatus } from '../../../core/resources/environment'
import { findCondition } from '../../../core/resources/find-condition'
import { CloudError } from '../../cloud/cloud'
import { outcomeOfRefusal } from '../../reconcile/cloud-refusal'
import type { Concern, Learned, Work } from '../concern'
import type { ProcessesFacts } from '../facts'
import type { Pass } from '../pass'
import { isOf } from '../shortened'
import { applicationOf } from '../workload/application-of'
import { nameOf } from '../workload/goal'

/** At once; AWS makes ten a second for an account. */
const mostAtOnce = 10

/** The log groups of applications, which their processes' output goes to. */
export class Output implements Concern {
  readonly condition = 'OutputReady'
  readonly intents = ({ logGroups }: EnvironmentStatus) =>
    logGroups?.map(({ name, isMade }) => [name, isMade])
  /** Epoch from which AWS may be asked again after a refusal. */
  private pausedUntilEpoch = 0
  /** Epoch of the last list of groups. */
  private surveyedEpoch = 0

  /** Makes the log groups that are written down and not there, each with its retention: before the processes that are to write to them. */
  async carryOut(work: Work): Promise<Learned> {
    const { pass, draft } = work
    const missing = (draft.status.logGroups ?? []).filter(({ isMade }) => !isMade)
    if (missing.length === 0 || !pass.hasPassed(0, this.pausedUntilEpoch)) return {}
    const refusals = await Promise.all(missing.slice(0, mostAtOnce).map((group) => make(work, group)))
    const [refusal] = refusals.filter((error) => error !== undefined)
    if (refusal === undefined) this.noteReady(work)
    else this.logRefusal(work, refusal)
    return {}
  }

  /**
   * Writes down a log group for each application that runs or is to run, and whether it is there: only one that was not is made and given a
   * retention, so that what a customer set stays. Those that somebody deleted are made again.
   */
  async observe(work: Work): Promise<Learned> {
    const { pass, draft } = work
    const present = keptGroups(work)
    draft.status.logGroups = present
    if (!pass.hasPassed(0, this.pausedUntilEpoch)) return {}
    try {
      for (const group of newGroups(pass, present))
        present.push({ ...group, isMade: await pass.account.logs.hasGroup(group.name) })
      if (this.isSurveyDue(pass)) await this.survey(work, present)
    } catch (error) {
      this.logRefusal(work, error)
    }
    return {}
  }

  /** Takes over why processes are not heard, and says it once for each application. */
  decide({ pass, draft }: Work, { reports }: ProcessesFacts): Learned {
    const { processes } = draft.status
    for (const process of processes) {
      const report = reports.get(process.clientToken)?.processes.find(({ id }) => id === process.id)
      if (!report || isOf(process.outputFault, report.outputFault)) continue
      const isKnown = processes.some(
        (other) =>
          other.applicationId === process.applicationId && isOf(other.outputFault, report.outputFault),
      )
      const application = applicationOf(pass, process)
      if (report.outputFault === undefined) delete process.outputFault
      else process.outputFault = report.outputFault
      if (report.outputFault !== undefined && application && !isKnown)
        draft.event(outputLines.unheard, { name: nameOf({ application }), why: report.outputFault })
    }
    return {}
  }

  private isSurveyDue(pass: Pass): boolean {
    return (
      pass.isExaminationDue ||
      pass.hasPassed(pass.limits.logGroupSurveySeconds * pass.patience, this.surveyedEpoch)
    )
  }

  private async survey({ pass, draft }: Work, groups: LogGroupStatus[]): Promise<void> {
    for (const group of groups.filter(({ isMade }) => isMade)) {
      if (await pass.account.logs.hasGroup(group.name)) continue
      group.isMade = false
      draft.event(outputLines.groupGone, { group: group.name })
    }
    this.surveyedEpoch = pass.stamp
  }

  private noteReady({ draft }: Work): void {
    const type = this.condition
    if (findCondition(draft.status.conditions, type)?.status === 'False') draft.event(outputLines.madeAgain)
    const message = 'What processes print goes to CloudWatch Logs.'
    draft.condition({ type, status: 'True', reason: 'Ready', message })
  }

  /**
   * Says that log groups are refused, in the log once for each reason, and leaves AWS alone for a while. It is no fault of the environment's:
   * processes run without, so nothing else waits or fails for it.
   *
   * @throws what is no CloudError
   */
  private logRefusal({ pass, draft }: Work, error: unknown): void {
    const type = this.condition
    const outcome = outcomeOfRefusal(error, pass.limits)
    if (outcome.kind === 'ready' || !(error instanceof CloudError)) return
    this.pausedUntilEpoch = pass.now + outcome.seconds * 1000
    // Of a group that was made a moment ago, AWS may say that there is none.
    if (outcome.isOurs || error.kind === 'not-found') return
    const why = error.message
    const message = outputLines.refused.text({ why })
    const { conditions } = draft.status
    const before = findCondition(conditions, type)
    const isKnown = before?.reason === outcome.reason
    const isSaid = isKnown && before.status === 'False'
    const isAllRefused = findCondition(conditions, 'CloudAccess')?.status === 'False'
    // Whether everything else is refused too, which is said once for all, is known only after the first refusal.
    const isSure = outcome.kind !== 'stalled' || isSaid || (isKnown && !isAllRefused)
    if (outcome.kind === 'stalled' && isSure && !isSaid) draft.event(outputLines.refused, { why })
    const status = isSure ? 'False' : 'Unknown'
    draft.condition({ type, status, reason: outcome.reason, message })
  }
}

/** @returns why it could not be made */
async function make({ pass, draft }: Work, group: LogGroupStatus): Promise<unknown> {
  try {
    await pass.account.logs.createGroup({ name: group.name, retentionDays: logRetentionDays })
    group.isMade = true
    draft.event(outputLines.groupMade, { group: group.name })
    return undefined
  } catch (error) {
    return error
  }
}

function keptGroups({ pass, draft: { status } }: Work): LogGroupStatus[] {
  const kept = new Set([
    ...[...pass.goal.wanted, ...pass.goal.fallback].map(({ application }) => application.applicationId),
    ...status.processes.map(({ applicationId }) => applicationId),
  ])
  return (status.logGroups ?? []).filter(({ applicationId }) => kept.has(applicationId))
}

function newGroups({ environment, goal }: Pass, present: LogGroupStatus[]) {
  const { metadata, spec } = environment
  const known = new Set(present.map(({ applicationId }) => applicationId))
  return goal.wanted
    .map(({ application }) => application)
    .filter(({ applicationId }) => !known.has(applicationId))
    .map(({ applicationId, name }) => ({
      applicationId,
      name: logGroupName({ id: metadata.name, name: spec.displayName }, { id: applicationId, name }),
    }))
}
