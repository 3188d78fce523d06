import type { EnvironmentStatus } from './environment'

export const statusTypes = ['INITIAL', 'READY', 'WORKING', 'FAILURE'] as const
export type StatusType = (typeof statusTypes)[number]

const statusTypeByPhase: Record<EnvironmentStatus['phase'], StatusType> = {
  Initial: 'INITIAL',
  Ready: 'READY',
  Working: 'WORKING',
  Failure: 'FAILURE',
  Deleting: 'WORKING',
}

/** What people and /v1 call the phase of an environment. */
export const statusTypeOf = (phase: EnvironmentStatus['phase']): StatusType => statusTypeByPhase[phase]

/** What a status means while the controller has said nothing more precise. */
export const statusTexts: Record<StatusType, string> = {
  INITIAL: 'Creating environment...',
  READY: 'Healthy',
  WORKING: 'Updating...',
  FAILURE: 'Unhealthy, check the logs',
}
