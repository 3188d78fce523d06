import { processLines } from '../../../core/environment-log/process-lines'
import { isHealthy } from '../../../core/process/process-phases'
import type { ProcessStatus } from '../../../core/resources/environment'
import type { Draft } from '../draft'
import { toldOf } from '../events'
import type { Pass } from '../pass'
import { nameOf } from '../workload/goal'
import { leadingNetwork } from '../../../core/resources/leading-balancers'
import { workloadIn } from '../workload/places'
import { selectProcesses, type Selection } from '../workload/selection'
import { applicationOf } from '../workload/application-of'

type Watched = Pick<Pass, 'deployments' | 'environment' | 'goal'>
type Log = Pick<Draft, 'event' | 'status'>

/** Most steps reached at once that get a line each; more of them share one. */
const singleSteps = 10

/**
 * Says in the log how far the deployment under way has come, and which other processes became healthy.
 *
 * @param recovered those that became healthy in this pass
 */
export function logHealth(pass: Watched, log: Log, recovered: ProcessStatus[]): void {
  const { goal, environment } = pass
  const { status } = log
  if (recovered.length === 0) return
  const here = workloadIn(status, leadingNetwork(status))
  const deployment = goal.desired?.metadata.name
  const isUnderWay = deployment !== undefined && deployment !== status.servingDeployment
  const changed = isUnderWay ? goal.wanted.filter(({ isNew }) => isNew) : []
  for (const selection of selectProcesses(changed, here, environment.spec).selections)
    logProgress(log, selection)
  const isCounted = ({ applicationId, releaseId }: ProcessStatus) =>
    changed.some(
      (demand) => demand.releaseId === releaseId && demand.application.applicationId === applicationId,
    )
  logOthers(
    pass,
    log,
    recovered.filter((process) => !isCounted(process)),
  )
}

/**
 * `2 of 3` counts what the deployment wants and no spare, and each step is said once: a process that is lost and replaced meanwhile
 * takes no step back.
 */
function logProgress(log: Log, { demand, kept }: Selection): void {
  const { applicationId, name, versionName, count } = demand.application
  const { healthy: told } = toldOf(log.status, demand.deployment)
  const said = told[applicationId] ?? 0
  const healthy = kept.filter(isHealthy).length
  if (healthy <= said) return
  told[applicationId] = healthy
  const say = (steps: string) =>
    log.event(processLines.progress, { name, version: versionName, steps, count })
  if (healthy - said > singleSteps) say(`${said + 1} to ${healthy}`)
  else for (let step = said + 1; step <= healthy; step++) say(String(step))
}

/** Logs processes that became healthy apart from a deployment (after a crash, on a new instance, or one more of them), in one line per release. */
function logOthers(pass: Watched, log: Log, recovered: ProcessStatus[]): void {
  for (const releaseId of new Set(recovered.map((process) => process.releaseId))) {
    const ofRelease = recovered.filter((process) => process.releaseId === releaseId)
    const [process] = ofRelease
    const application = process && applicationOf(pass, process)
    if (application)
      log.event(processLines.healthy, { name: nameOf({ application }), count: ofRelease.length })
  }
}
