/** One thing a deployment does to what runs before it. */
export interface DeploymentChange {
  type: 'add' | 'change' | 'remove'
  applicationId: string
  /** Absent when the application is removed. */
  versionId?: string
}

/** Whether a deployment is over for good: a later one is live. */
export const isReplacedBy = (deployment: { sequence: number }, live: { sequence: number }): boolean =>
  deployment.sequence < live.sequence

/** What there is to say of a deployment that is live no more. */
export const replacedBy = (sequence: number): string => `Replaced by deployment ${sequence}.`

/** What there is to say of a deployment that ended because somebody wanted it to. */
export const stoppedBy = (name: string): string => `Stopped by ${name}.`

/** What there is to say of a deployment that no admin let through. */
export const declinedBy = (name: string): string => `Declined by ${name}.`

/** How long after Live a deployment that gets unhealthy can be undone. */
export const longestWatchMinutes = 60

/** What somebody did, or what was done by itself, that is told as an entry of an environment's history. */
export const deploymentKinds = [
  'patch',
  'promote',
  'auto-deploy',
  'revert',
  'retry',
  'undo',
  'override',
  'spot-strategy',
] as const
export type DeploymentKind = (typeof deploymentKinds)[number]

/** Changes of an environment's settings: they take effect at once, and nothing is deployed for them. */
export const settingKinds: DeploymentKind[] = ['override', 'spot-strategy']
