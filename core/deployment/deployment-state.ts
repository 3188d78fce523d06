import { deployedActs } from '../environment/choices'

/** A change that a deployment makes to what runs before it. */
export interface DeploymentChange {
  type: 'add' | 'change' | 'remove'
  applicationId: string
  /** Absent when the application is removed. */
  versionId?: string
}

/** Whether a deployment is over for good: a later one is live. */
export const isReplacedBy = (deployment: { sequence: number }, live: { sequence: number }): boolean =>
  deployment.sequence < live.sequence

/** Message of a deployment that another one replaced. */
export const replacedBy = (sequence: number): string => `Replaced by deployment ${sequence}.`

/** Message of a deployment that SDO took back after it was live. */
export const undoneBy = (sequence: number): string => `Undone by deployment ${sequence}.`

/** Message of a deployment that somebody stopped. */
export const stoppedBy = (name: string): string => `Stopped by ${name}.`

/** Message of a deployment that an admin declined. */
export const declinedBy = (name: string): string => `Declined by ${name}.`

/** Message of an automatic deployment whose place a newer one took while it waited. */
export const supersededBy = (sequence: number): string =>
  `Superseded by deployment ${sequence} before its turn came.`

/** How long something is unhealthy before a deployment is undone for it: a process may be slow to answer once. */
export const undoGraceSeconds = 20

/** Kinds of entries in an environment's history, by what somebody did or was done by itself. */
export const deploymentKinds = [
  'patch',
  'promote',
  'auto-deploy',
  'revert',
  'retry',
  'restart',
  'undo',
  'override',
  ...deployedActs,
] as const
export type DeploymentKind = (typeof deploymentKinds)[number]

/** Changes of an environment's settings: they take effect at once, in a protected environment once approved, and nothing is deployed for them. */
export const settingKinds: DeploymentKind[] = ['override', ...deployedActs]
