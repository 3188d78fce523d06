import { replacedBy } from '../../core/deployment/deployment-state'
import { deploymentStates } from '../../core/resources/wire-states'
import type { Deployment } from '../../db/models/deployment'

/** Ends a deployment for good, because the one of `sequence` is live. */
export const retire = (deployment: Deployment, sequence: number, now: number): Promise<Deployment> =>
  deployment.update({
    state: deploymentStates.RETIRED,
    message: replacedBy(sequence),
    finishedAt: deployment.finishedAt ?? new Date(now),
  })
