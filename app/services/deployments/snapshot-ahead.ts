import { Op } from 'sequelize'
import { applyChanges } from '../../../core/deployment/apply-changes'
import { withDigests } from '../../../core/deployment/image-digests'
import { withRestarts } from '../../../core/deployment/with-restarts'
import type { Snapshot } from '../../../core/deployment/difference'
import { DomainError } from '../../../core/errors'
import { deploymentStates } from '../../../core/resources/wire-states'
import { readEnvironmentSettings } from '../../../db/environment-settings'
import { Deployment } from '../../../db/models/deployment'
import type { Environment } from '../../../db/models/environment'
import { EnvironmentVersion } from '../../../db/models/environment-version'
import { readApplications } from '../../../db/read-applications'
import { readRestored } from '../../../db/read-restored'
import type { ApplicationSpec } from '../../../core/resources/application'

const { QUEUED, DEPLOYING, LIVE } = deploymentStates

/**
 * The contents of an environment once all that was asked for is done, as it is configured now: another deployment comes on top of them.
 *
 * @param before without deployments from this number on
 */
export async function readSnapshotAhead(
  environment: Environment,
  { before }: { before?: number } = {},
): Promise<Snapshot> {
  const deployments = await Deployment.findAll({
    where: {
      environmentId: environment.id,
      state: [QUEUED, DEPLOYING, LIVE],
      ...(before && { sequence: { [Op.lt]: before } }),
    },
    order: [['sequence', 'ASC']],
  })
  let snapshot: Snapshot = { applications: [], settings: await readEnvironmentSettings(environment) }
  for (const deployment of deployments) snapshot = await snapshotAfter(deployment, snapshot)
  return snapshot
}

type Requested = Pick<
  Deployment,
  | 'environmentId'
  | 'environmentVersionId'
  | 'restoresVersionId'
  | 'changes'
  | 'state'
  | 'settings'
  | 'approvedDigests'
  | 'kind'
  | 'createdAt'
>

/** The contents of an environment after a deployment that finds `before` there. */
export const snapshotAfter = async (deployment: Requested, before: Snapshot): Promise<Snapshot> => ({
  applications: withDigests(await after(deployment, before.applications), deployment.approvedDigests),
  settings: (deployment.state !== LIVE && deployment.settings) || before.settings,
})

async function after(deployment: Requested, before: ApplicationSpec[]): Promise<ApplicationSpec[]> {
  const { environmentVersionId, restoresVersionId, changes, kind, createdAt } = deployment
  const version = environmentVersionId && (await EnvironmentVersion.findByPk(environmentVersionId))
  if (version) return version.applications
  try {
    if (restoresVersionId) return await readRestored(restoresVersionId)
    if (kind === 'restart') return withRestarts(before, changes, createdAt.getTime())
    return applyChanges(before, changes, await readApplications(deployment.environmentId, changes))
  } catch (error) {
    // It will fail for that, and leave everything as it is.
    if (error instanceof DomainError) return before
    throw error
  }
}
