import type { ApplicationSpec } from '../../../core/resources/application'
import type { Deployment } from '../../../core/resources/deployment'
import type { ProcessStatus } from '../../../core/resources/environment'
import type { Goal } from './goal'

/** The application of a process: as its deployment froze it, or as a present demand for the same release has it. */
export function applicationOf(
  { goal, deployments }: { goal: Goal; deployments: Deployment[] },
  { applicationId, releaseId, deployment }: ProcessStatus,
): ApplicationSpec | undefined {
  const demand = [...goal.wanted, ...goal.fallback].find(
    (one) => one.application.applicationId === applicationId && one.releaseId === releaseId,
  )
  const snapshot = deployments
    .find(({ metadata }) => metadata.name === deployment)
    ?.spec.applications.find((one) => one.applicationId === applicationId)
  return demand?.application ?? snapshot
}
