import { findCondition } from '../../../core/resources/find-condition'
import type { Difference } from '../../../core/deployment/difference'
import { healthCheckOf } from '../../../core/application/run-settings'
import type { ApplicationSpec } from '../../../core/resources/application'
import { isHealthy, isOnItsWayOut } from '../../../core/process/process-phases'
import type { ProcessStatus } from '../../../core/resources/environment'
import { deploymentStates } from '../../../core/resources/wire-states'
import type { Deployment } from '../../../db/models/deployment'
import type { Environment } from '../../../db/models/environment'
import { readNames } from '../../../db/read-names'
import { byText } from '../answers/lists'
import type { DeploymentProcess, Progress } from './progress-views'

const { DEPLOYING, LIVE } = deploymentStates

/** How many processes a page tells of one by one. */
const mostRows = 100

/** The applications that a deployment brings or changes, as they run by it. */
const changedBy = ({ applications }: Difference): ApplicationSpec[] =>
  applications.flatMap(({ type, after }) => (after && type !== 'same' ? after : []))

/** The processes that a deployment brought, as the controller last said. */
function processesOf({ status }: Environment, { id }: Deployment, difference: Difference): ProcessStatus[] {
  const changed = new Set(changedBy(difference).map(({ applicationId }) => applicationId))
  return (status?.processes ?? []).filter(
    (one) => one.deployment === id && changed.has(one.applicationId) && !isOnItsWayOut(one),
  )
}

/** How far a deployment under way is; undefined for any other. */
export function progressOf(
  environment: Environment,
  deployment: Deployment,
  difference: Difference,
): Progress | undefined {
  if (deployment.state !== DEPLOYING) return undefined
  const { processes = [], instances = [], conditions = [] } = environment.status ?? {}
  const own = processesOf(environment, deployment, difference)
  const wanted = changedBy(difference)
  const count = (isSo: (process: ProcessStatus) => boolean) => own.filter(isSo).length
  const fleet = findCondition(conditions, 'FleetReady')
  return {
    wanted: wanted.reduce((sum, application) => sum + application.count, 0),
    hasPorts: wanted.some(({ ports, count }) => ports.length > 0 && count > 0),
    placed: own.length,
    pulled: count(({ pulledEpoch, startedEpoch }) => (pulledEpoch ?? startedEpoch) !== undefined),
    started: count(({ startedEpoch }) => startedEpoch !== undefined),
    healthy: count(isHealthy),
    serving: count(({ phase }) => phase === 'Serving'),
    launching: instances.filter(({ phase }) => phase === 'Launching').length,
    leaving: processes.filter(isOnItsWayOut).length,
    ...(fleet?.status === 'False' && { shortage: fleet.message }),
  }
}

/** The processes of a deployment that is live or under way, one by one: first those that are not healthy, then by application. */
export async function listDeploymentProcesses(
  environment: Environment,
  deployment: Deployment,
  difference: Difference,
): Promise<{ processes: DeploymentProcess[]; numProcesses: number }> {
  if (deployment.state !== DEPLOYING && deployment.state !== LIVE) return { processes: [], numProcesses: 0 }
  const specs = new Map(changedBy(difference).map((one) => [one.applicationId, one]))
  const names = await readNames([...specs.values()])
  const instances = new Map(environment.status?.instances.map((one) => [one.clientToken, one]))
  const rows = processesOf(environment, deployment, difference).map((process): DeploymentProcess => {
    const { id, applicationId, phase, restarts, memoryKills, message } = process
    const { pulledEpoch, startedEpoch, healthyEpoch, healthMilliseconds } = process
    const spec = specs.get(applicationId)
    const { path: healthPath, graceSeconds } = healthCheckOf(spec ?? {})
    const { instanceId, instanceType, market } = instances.get(process.clientToken) ?? {}
    return {
      id,
      applicationName: names.get(applicationId) ?? spec?.name ?? '',
      versionName: names.get(spec?.versionId ?? '') ?? spec?.versionName ?? '',
      phase,
      instanceId,
      instanceType,
      market,
      ...(process.crashLoopEpoch !== undefined && { isUnstable: true as const }),
      healthPath,
      graceSeconds,
      pulledEpoch,
      startedEpoch,
      healthyEpoch,
      healthMilliseconds,
      restarts,
      memoryKills,
      message,
    }
  })
  rows.sort(
    (a, b) =>
      Number(isHealthy(a)) - Number(isHealthy(b)) ||
      byText((row: DeploymentProcess) => row.applicationName)(a, b) ||
      byText((row: DeploymentProcess) => row.id)(a, b),
  )
  return { processes: rows.slice(0, mostRows), numProcesses: rows.length }
}
