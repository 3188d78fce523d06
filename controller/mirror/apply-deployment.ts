import { deploymentStates } from '../../core/resources/wire-states'
import type { Deployment as DeploymentResource, DeploymentStatus } from '../../core/resources/deployment'
import { environmentLabel, teamLabel } from '../../core/resources/metadata'
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
  const write = {
    name: row.id,
    labels: {
      [teamLabel]: environment.teamId,
      [environmentLabel]: environment.id,
      ...recordedLabelOf(status, present),
    },
    spec: {
      environment: row.environmentId,
      sequence: row.sequence,
      applications: version.applications,
    },
  }
  const resource = await ensureApplied(dependencies, 'Deployment', { model: Deployment, row, present, write })
  return restoreStatus(dependencies, 'Deployment', resource, status)
}

/** As the reconciler left it, as far as the row tells; nothing before it saw the deployment. */
function lastStatusOf({
  state,
  message,
  mirroredRevision,
  startedAt,
  finishedAt,
}: Deployment): DeploymentStatus | null {
  const phase = state === LIVE ? 'Live' : state === FAILED ? 'Failed' : 'Deploying'
  if (state === DEPLOYING && mirroredRevision === '0') return null
  return {
    observedGeneration: 0,
    phase,
    message,
    conditions: [],
    ...(startedAt && { startedEpoch: startedAt.getTime() }),
    ...(finishedAt && { finishedEpoch: finishedAt.getTime() }),
  }
}
