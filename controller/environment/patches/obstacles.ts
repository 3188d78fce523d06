import type { EnvironmentStatus, InstanceStatus } from '../../../core/resources/environment'
import { arePatchesPaused, patchesAnnotation, type ConditionReason } from '../../../core/resources/metadata'
import type { MachineImage } from '../../cloud/cloud'
import { settlingSeconds, type Work } from '../concern'
import type { FleetFacts } from '../facts'
import type { Pass } from '../pass'
import { isStormy } from '../rollout/exclusions'
import { isDeploying } from '../summarize'
import { isMovingNetwork } from '../workload/places'
import { selectProcesses, type Selections } from '../workload/selection'

/** Why a patch is not begun now, for operators. */
export interface Obstacle {
  reason: ConditionReason
  message: string
}

/** A patch that failed lately. */
export interface Setback {
  message: string
  epoch: number
}

/** Whether everything of the applications on it is in service: what is ill elsewhere does not stop it from being replaced. */
export function isServedWell(
  status: EnvironmentStatus,
  { clientToken }: InstanceStatus,
  { selections }: Selections,
): boolean {
  const applications = new Set(
    status.processes.flatMap((process) => (process.clientToken === clientToken ? process.applicationId : [])),
  )
  return selections.every(
    ({ demand, isServed }) => isServed || !applications.has(demand.application.applicationId),
  )
}

/** Why nothing is to be begun at the moment. */
export function whyNotNow({ pass, draft }: Work, fleet: FleetFacts): Obstacle | undefined {
  const { instances, processes } = draft.status
  const { wanted } = pass.goal
  if (arePatchesPaused(pass.environment.metadata))
    return {
      reason: 'Paused',
      message: `That is paused until the annotation ${patchesAnnotation} is removed.`,
    }
  if (isMovingNetwork(draft.status)) return waitingFor('the environment to have moved')
  if (isDeploying(pass)) return waitingFor('the deployment to end')
  if (instances.some(({ patchingEpoch, agentPatch }) => patchingEpoch !== undefined || agentPatch))
    return { reason: 'Working', message: 'One is being replaced.' }
  const { surplus } = selectProcesses(wanted, { instances, processes }, pass.environment.spec)
  const isMoving = surplus.length > 0 || instances.some(({ phase }) => phase !== 'Running')
  return isMoving || settlingSeconds(pass, fleet) > 0 ? waitingFor('everything else to be done') : undefined
}

/** Why no instance is to be replaced by one of a newer image. */
export function whyNotLeave(
  pass: Pass,
  status: EnvironmentStatus,
  { publishedEpoch }: MachineImage,
  setback: Setback | undefined,
  next: InstanceStatus | undefined,
): Obstacle | undefined {
  const isFresh = pass.secondsSince(publishedEpoch) < pass.limits.patchPatienceSeconds
  if (isFresh && isStormy(status, pass.now)) return waitingFor('Spot to calm down')
  if (!next)
    return { reason: 'ProcessUnhealthy', message: 'That waits until all processes on it are in service.' }
  return obstacleBySetback(pass, setback, 'InsufficientCapacity')
}

const waitingFor = (what: string): Obstacle => ({ reason: 'Working', message: `That waits for ${what}.` })

/** The failure of a while ago, which keeps a patch from being tried again yet. */
export const obstacleBySetback = (
  pass: Pass,
  setback: Setback | undefined,
  reason: ConditionReason,
): Obstacle | undefined =>
  setback && pass.secondsSince(setback.epoch) < pass.limits.patchRetrySeconds
    ? { reason, message: setback.message }
    : undefined
