import { outputLines } from '../../../core/environment-log/process-lines'
import { logGroupName } from '../../../core/aws/log-groups'
import type { LogGroupStatus } from '../../../core/resources/environment'
import type { Learned, Work } from '../concern'
import type { OutputMemory } from './memory'
import { noteRefusal } from './note-refusal'

/**
 * Writes down a log group for each application that runs or is to run, and whether it is there: only one that was not is made and given a
 * retention, so that what a customer set stays. Those that somebody deleted are made again.
 */
export async function observe(work: Work<OutputMemory>): Promise<Learned> {
  const { pass, draft, memory } = work
  const present = keptGroups(work)
  draft.status.logGroups = present
  if (pass.now < memory.pausedUntilEpoch) return {}
  try {
    for (const group of newGroups(work, present))
      present.push({ ...group, isMade: await pass.account.logs.hasGroup(group.name) })
    if (isSurveyDue(work)) await survey(work, present)
  } catch (error) {
    noteRefusal(work, error)
  }
  return {}
}

function keptGroups({ pass, draft: { status } }: Work<OutputMemory>): LogGroupStatus[] {
  const kept = new Set([
    ...[...pass.goal.wanted, ...pass.goal.fallback].map(({ application }) => application.applicationId),
    ...status.processes.map(({ applicationId }) => applicationId),
  ])
  return (status.logGroups ?? []).filter(({ applicationId }) => kept.has(applicationId))
}

function newGroups({ pass }: Work<OutputMemory>, present: LogGroupStatus[]) {
  const { metadata, spec } = pass.environment
  const known = new Set(present.map(({ applicationId }) => applicationId))
  return pass.goal.wanted
    .map(({ application }) => application)
    .filter(({ applicationId }) => !known.has(applicationId))
    .map(({ applicationId, name }) => ({
      applicationId,
      name: logGroupName({ id: metadata.name, name: spec.displayName }, { id: applicationId, name }),
    }))
}

const isSurveyDue = ({ pass, memory }: Work<OutputMemory>) =>
  pass.isExaminationDue || pass.secondsSince(memory.surveyedEpoch) >= pass.limits.logGroupSurveySeconds

async function survey({ pass, draft, memory }: Work<OutputMemory>, groups: LogGroupStatus[]): Promise<void> {
  for (const group of groups.filter(({ isMade }) => isMade)) {
    if (await pass.account.logs.hasGroup(group.name)) continue
    group.isMade = false
    draft.event(outputLines.groupGone, { group: group.name })
  }
  memory.surveyedEpoch = pass.now
}
