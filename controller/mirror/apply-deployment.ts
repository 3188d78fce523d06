import { stoppedBy } from '../../core/deployment/deployment-state'
import { deploymentStates } from '../../core/resources/wire-states'
import type { ApplicationSpec } from '../../core/resources/application'
import type { EnvironmentSettings } from '../../core/resources/environment'
import type { Deployment as DeploymentResource, DeploymentStatus } from '../../core/resources/deployment'
import {
  environmentLabel,
  stopAnnotation,
  teamLabel,
  traceparentAnnotation,
} from '../../core/resources/metadata'
import { Deployment } from '../../db/models/deployment'
import type { Environment } from '../../db/models/environment'
import { EnvironmentVersion } from '../../db/models/environment-version'
import type { MirrorDependencies } from './dependencies'
import { ensureApplied } from './ensure-applied'
import { recordedLabelOf, restoreStatus } from './restore-status'

const { DEPLOYING, LIVE, FAILED } = deploymentStates

interface DeploymentToApply {
  row: Deployment
  environment: Environment
  /** The resource as it was found. */
  present: DeploymentResource | undefined
}

/** Brings the resource of a deployment that was started to what its row says; one that was lost gets its status back. */
export async function applyDeployment(
  dependencies: MirrorDependencies,
  { row, environment, present }: DeploymentToApply,
): Promise<DeploymentResource> {
  const version = await EnvironmentVersion.findByPk(row.environmentVersionId ?? '', { rejectOnEmpty: true })
  const status = lastStatusOf(row)
  const stop = row.stoppedBy === null ? undefined : { [stopAnnotation]: stoppedBy(row.stoppedBy) }
  const write = {
    name: row.id,
    labels: {
      [teamLabel]: environment.teamId,
      [environmentLabel]: environment.id,
      ...recordedLabelOf(status, present),
    },
    annotations: { ...stop, ...(row.traceparent !== null && { [traceparentAnnotation]: row.traceparent }) },
    spec: {
      environment: row.environmentId,
      sequence: row.sequence,
      applications: version.applications,
      overrides: row.settings ? overridesOf(row.settings, version.applications) : undefined,
      reason: row.reason || undefined,
    },
  }
  const resource = await ensureApplied(dependencies, 'Deployment', { model: Deployment, row, present, write })
  const restored = await restoreStatus(dependencies, 'Deployment', resource, status)
  if (stop && !(stopAnnotation in restored.metadata.annotations))
    await dependencies.store.annotate('Deployment', row.id, stop)
  return restored
}

const overridesOf = ({ overrides }: EnvironmentSettings, applications: ApplicationSpec[]) =>
  overrides.filter((override) =>
    applications.some(({ applicationId }) => applicationId === override.applicationId),
  )

/** The status that the reconciler left, as far as the row tells; none before it saw the deployment. */
function lastStatusOf({
  state,
  message,
  mirroredRevision,
  startedAt,
  finishedAt,
  createdAt,
  timeline,
}: Deployment): DeploymentStatus | null {
  const phase = state === LIVE ? 'Live' : state === FAILED ? 'Failed' : 'Deploying'
  if (state === DEPLOYING && mirroredRevision === '0') return null
  return {
    observedGeneration: 0,
    phase,
    message,
    conditions: [
      {
        type: 'Ready',
        status: state === LIVE ? 'True' : 'False',
        reason: state === LIVE ? 'Ready' : state === FAILED ? 'Failed' : 'Working',
        message,
        lastTransitionTime: (finishedAt ?? startedAt ?? createdAt).toISOString(),
        observedGeneration: 0,
      },
    ],
    ...(startedAt && { startedEpoch: startedAt.getTime() }),
    ...(finishedAt && { finishedEpoch: finishedAt.getTime() }),
    ...(timeline && { timeline }),
  }
}
