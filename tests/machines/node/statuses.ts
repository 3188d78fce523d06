import type { V1Deployment, V1DeploymentStatus, V1JobStatus, V1PodStatus } from '@kubernetes/client-node'

/** What the controllers of Kubernetes write of things that the node ran. */

export function endedJobStatus(startTime: Date, exitCode: number): V1JobStatus {
  const completionTime = new Date()
  const conditions = (...types: string[]) =>
    types.map((type) => ({ type, status: 'True', lastTransitionTime: completionTime }))
  return exitCode === 0
    ? { startTime, completionTime, succeeded: 1, conditions: conditions('SuccessCriteriaMet', 'Complete') }
    : { startTime, failed: 1, conditions: conditions('FailureTarget', 'Failed') }
}

export const endedPodStatus = (exitCode: number): V1PodStatus => ({
  phase: exitCode === 0 ? 'Succeeded' : 'Failed',
})

/** Of one that is all there and ready. */
export function deploymentStatus({ metadata, spec }: V1Deployment): V1DeploymentStatus {
  const [replicas, now] = [spec?.replicas, new Date()]
  return {
    replicas,
    updatedReplicas: replicas,
    readyReplicas: replicas,
    availableReplicas: replicas,
    observedGeneration: metadata?.generation,
    conditions: [{ type: 'Available', status: 'True', lastTransitionTime: now, lastUpdateTime: now }],
  }
}
