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
