import type { ApplicationSpec } from '../../core/resources/application'
import type { Deployment, DeploymentStatus } from '../../core/resources/deployment'
import type { InstanceStatus, ProcessStatus } from '../../core/resources/environment'
import { buildDeploymentStatus } from './resource-status'

export const buildApplicationSpec = (
  name: string,
  { tag = '1', ...changes }: Partial<ApplicationSpec> = {},
): ApplicationSpec => ({
  applicationId: name,
  name,
  versionId: `${name}-${tag}`,
  versionName: tag,
  image: 'sdo/sample',
  tag,
  cpu: 0.25,
  memoryMb: 300,
  count: 1,
  maxSpotPercentage: 100,
  ports: [{ port: 80 }],
  roles: {},
  ...changes,
})

/** `phase` undefined: not seen by the reconciler yet. */
export const buildDeployment = (
  sequence: number,
  phase: DeploymentStatus['phase'] | undefined,
  applications: ApplicationSpec[] = [],
): Deployment => ({
  kind: 'Deployment',
  metadata: {
    name: `deployment-${sequence}`,
    uid: String(sequence),
    resourceVersion: '1',
    generation: 1,
    creationTimestamp: '2026-01-01T00:00:00Z',
    finalizers: [],
    labels: {},
    annotations: {},
  },
  spec: { environment: 'env-1', sequence, applications },
  ...(phase ? { status: buildDeploymentStatus({ phase }) } : {}),
})

export const buildInstance = (
  clientToken: string,
  changes: Partial<InstanceStatus> = {},
): InstanceStatus => ({
  clientToken,
  instanceId: `i-${clientToken}`,
  instanceType: 't4g.small',
  zone: 'us-east-1a',
  market: 'on-demand',
  pricePerHour: 0.01,
  vcpu: 2,
  memoryMib: 2048,
  phase: 'Running',
  lastSeenEpoch: 0,
  ...changes,
})

/** In service, unless `changes` say otherwise. */
export const buildProcess = (id: string, changes: Partial<ProcessStatus> = {}): ProcessStatus => ({
  id,
  applicationId: 'web',
  releaseId: 'release-1',
  deployment: 'deployment-1',
  clientToken: 'a',
  phase: 'Serving',
  requestedEpoch: 0,
  startedEpoch: 0,
  healthyEpoch: 0,
  ports: [],
  restarts: 0,
  ...changes,
})
