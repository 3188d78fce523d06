import type { DeploymentStatus } from '../resources/deployment'

/** Numeric on the wire and in the database. */
export const deploymentStates = { QUEUED: 0, DEPLOYING: 1, LIVE: 2, FAILED: 3, RETIRED: 4 } as const
export type DeploymentState = (typeof deploymentStates)[keyof typeof deploymentStates]

/** One thing a deployment does to what runs before it. */
export interface DeploymentChange {
  type: 'add' | 'change' | 'remove'
  applicationId: string
  /** Absent when the application is removed. */
  versionId?: string
}

const stateByPhase: Record<DeploymentStatus['phase'], DeploymentState> = {
  Deploying: deploymentStates.DEPLOYING,
  Live: deploymentStates.LIVE,
  Failed: deploymentStates.FAILED,
  Retired: deploymentStates.RETIRED,
}

/** Whether a deployment is over for good: a later one is live. */
export const isReplacedBy = (deployment: { sequence: number }, live: { sequence: number }): boolean =>
  deployment.sequence < live.sequence

/** What there is to say of a deployment that is live no more. */
export const replacedBy = (sequence: number): string => `Replaced by deployment ${sequence}.`

export const deploymentStateOf = (phase: DeploymentStatus['phase']): DeploymentState => stateByPhase[phase]
