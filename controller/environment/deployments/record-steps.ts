import { isDeepStrictEqual } from 'node:util'
import {
  deploymentSteps,
  type DeploymentStep,
  type DeploymentTimeline,
} from '../../../core/resources/deployment'
import type { EnvironmentStatus, ProcessStatus } from '../../../core/resources/environment'
import { isComplete } from '../network/parts'
import type { LoadBalancersFacts } from '../facts'
import type { Pass } from '../pass'
import { isSamePort, leadingBalancers } from '../workload/exposed-ports'
import { leadingNetwork } from '../../../core/resources/leading-balancers'
import { workloadIn } from '../workload/places'
import { selectProcesses, type Selection } from '../workload/selection'
import type { DeploymentChange } from './decide'

type Watched = Pick<Pass, 'goal' | 'environment' | 'now'>
type Seen = Pick<LoadBalancersFacts, 'activeLoadBalancers'>

/**
 * Says in the deployment under way which of its steps are done by now, beside what was decided of it. A step stays done: a process that is
 * lost and replaced meanwhile takes none back.
 */
export function recordSteps(
  pass: Watched,
  status: EnvironmentStatus,
  observed: Seen,
  changes: DeploymentChange[],
): DeploymentChange[] {
  const { desired } = pass.goal
  const change = changes.find(({ deployment }) => deployment === desired)
  const present = change?.status ?? desired?.status
  const isUnderWay = desired?.status?.phase === undefined || desired.status.phase === 'Deploying'
  if (!desired || !present || !isUnderWay) return changes
  const timeline = { ...timelineOf(pass, status, observed), ...present.timeline }
  if (isDeepStrictEqual(timeline, present.timeline ?? {})) return changes
  const noted = { deployment: desired, status: { ...present, timeline } }
  return [...changes.filter((one) => one !== change), noted]
}

/** The steps that are done, in their order; those of which there is no need are left out. */
function timelineOf(
  { goal: { desired, wanted }, environment, now }: Watched,
  status: EnvironmentStatus,
  observed: Seen,
): DeploymentTimeline {
  const demands = wanted.filter(({ isNew, application }) => isNew && application.count > 0)
  const { selections } = selectProcesses(
    demands,
    workloadIn(status, leadingNetwork(status)),
    environment.spec,
  )
  const isServing = status.servingDeployment === desired?.metadata.name
  const done: Record<DeploymentStep, number | undefined> = {
    serving: isServing ? now : undefined,
    ...(selections.length === 0 ? nothingToStart : startedSteps(selections, { status, observed, now })),
  }
  return Object.fromEntries(
    deploymentSteps.flatMap((step) => (done[step] === undefined ? [] : [[step, done[step]]])),
  )
}

type StartStep = Exclude<DeploymentStep, 'serving'>
const nothingToStart = {} as Record<StartStep, undefined>

function startedSteps(
  selections: Selection[],
  {
    status,
    observed: { activeLoadBalancers },
    now,
  }: { status: EnvironmentStatus; observed: Seen; now: number },
): Record<StartStep, number | undefined> {
  const isPlaced = selections.every(({ missing }) => missing === 0)
  const processes = selections.flatMap(({ kept }) => kept)
  /** Epoch at which the last process took this step; undefined while one has not. */
  const lastOf = (epochOf: (process: ProcessStatus) => number | undefined) => {
    const epochs = processes.flatMap((process) => epochOf(process) ?? [])
    return isPlaced && epochs.length === processes.length ? Math.max(...epochs) : undefined
  }
  const isUp = ({ clientToken }: ProcessStatus) =>
    status.instances.some((one) => one.clientToken === clientToken && one.phase === 'Running')
  const ports = selections.flatMap(({ demand: { application } }) =>
    application.ports.map(({ port }) => ({ port, applicationId: application.applicationId })),
  )
  const hasLoadBalancer = (wanted: (typeof ports)[number]) =>
    leadingBalancers(status).some(
      (one) => isSamePort(one, wanted) && one.url && activeLoadBalancers.has(one.loadBalancerId ?? ''),
    )
  return {
    network: isComplete(status.network) ? now : undefined,
    loadBalancers: ports.length > 0 && ports.every(hasLoadBalancer) ? now : undefined,
    instances: isPlaced && processes.every(isUp) ? now : undefined,
    pulled: lastOf(({ pulledEpoch, startedEpoch }) => pulledEpoch ?? startedEpoch),
    started: lastOf(({ startedEpoch }) => startedEpoch),
    healthy: lastOf(({ healthyEpoch }) => healthyEpoch),
  }
}
