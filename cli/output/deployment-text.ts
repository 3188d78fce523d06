import type { DeploymentState, StatusType } from '../../core/resources/wire-states'
import type { DeploymentNews, Progress } from '../api/wire'

export const stateNames: Record<DeploymentState, string> = {
  0: 'Queued',
  1: 'Deploying',
  2: 'Live',
  3: 'Failed',
  4: 'Retired',
  5: 'Awaiting approval',
}

/** In the words of the portal. */
export const statusNames: Record<StatusType, string> = {
  INITIAL: 'Creating',
  READY: 'Healthy',
  WORKING: 'Updating',
  FAILURE: 'Unhealthy',
}

interface Health {
  numHealthy: number
  numWanted: number
  isUnstable?: boolean
  downSinceEpoch?: number
}

/** How the processes of an application do: `2/3 UNSTABLE`. */
export const healthOf = ({ numHealthy, numWanted, isUnstable, downSinceEpoch }: Health): string =>
  `${numHealthy}/${numWanted}${downSinceEpoch === undefined ? '' : ' DOWN'}${isUnstable ? ' UNSTABLE' : ''}`

const live: DeploymentState = 2
const retired: DeploymentState = 4
const failed: DeploymentState = 3

/** Whether a deployment was live, also one that a later one has replaced. */
export const wasLive = (state: DeploymentState): boolean => state === live || state === retired

export const hasEnded = (state: DeploymentState): boolean => wasLive(state) || state === failed

/** How it stands, in one line: `Deployment 7 to Production: Deploying, 1 of 2 serving`. */
export function deploymentLine({
  sequence,
  environmentName,
  state,
  message,
  progress,
}: Pick<DeploymentNews, 'sequence' | 'environmentName' | 'state' | 'message' | 'progress'>): string {
  const detail = progress ? stepOf(progress) : besides(state, message)
  return `Deployment ${sequence} to ${environmentName}: ${stateNames[state]}${detail && `, ${detail}`}`
}

/** A deployment's message without its state, with which it may begin. */
export function besides(state: DeploymentState, message: string): string {
  const name = stateNames[state]
  return message === name ? '' : message.replace(new RegExp(`^${name}\\. `), '')
}

/** The step that is waited for. */
function stepOf(progress: Progress): string {
  const { wanted, placed, pulled, started, healthy, serving, hasPorts, launching, leaving, shortage } =
    progress
  const of = (number: number, what: string) => `${number} of ${wanted} ${what}`
  if (shortage !== undefined && placed < wanted) return shortage
  if (placed < wanted) return of(placed, 'placed')
  if (launching > 0 && pulled < wanted)
    return `${launching} ${launching === 1 ? 'instance' : 'instances'} launching`
  if (pulled < wanted) return of(pulled, 'pulled')
  if (started < wanted) return of(started, 'started')
  if (healthy < wanted) return of(healthy, 'healthy')
  if (hasPorts && serving < wanted) return of(serving, 'serving')
  return leaving > 0 ? `${leaving} old ${leaving === 1 ? 'process' : 'processes'} draining` : 'finishing'
}
