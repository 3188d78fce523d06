import { Op } from 'sequelize'
import { settingKinds } from '../../../core/deployment/deployment-state'
import type { Snapshot } from '../../../core/deployment/difference'
import { deploymentStates } from '../../../core/resources/wire-states'
import { readEnvironmentSettings } from '../../../db/environment-settings'
import { Deployment } from '../../../db/models/deployment'
import type { Environment } from '../../../db/models/environment'
import { EnvironmentVersion } from '../../../db/models/environment-version'
import { readSnapshotAhead, snapshotAfter } from './snapshot-ahead'

const { QUEUED, LIVE, RETIRED } = deploymentStates

/** Reads the environment's contents before a deployment and after it. */
export async function readBothSides(
  environment: Environment,
  deployment: Deployment,
): Promise<{ before: Snapshot; after: Snapshot }> {
  const { sequence, state, kind, settings } = deployment
  const present = await readEnvironmentSettings(environment)
  const version =
    deployment.environmentVersionId && (await EnvironmentVersion.findByPk(deployment.environmentVersionId))
  if (state === QUEUED || !version) {
    const before = await readSnapshotAhead(environment, { before: sequence })
    return { before, after: await snapshotAfter(deployment, before) }
  }
  const after = { applications: version.applications, settings: version.settings ?? present }
  const isSetting = settingKinds.includes(kind)
  const earlier = await findServed(deployment, isSetting ? [] : settingKinds)
  const settingsBefore = settings || isSetting ? await readSettingsBefore(deployment) : undefined
  return {
    after,
    before: {
      applications: isSetting ? after.applications : (earlier?.applications ?? []),
      settings: settingsBefore ?? after.settings,
    },
  }
}

/** The settings of a deployment that changes them, as they were; undefined where they were not kept. */
const readSettingsBefore = async (deployment: Deployment) =>
  deployment.settingsBefore ?? (await findServed(deployment, []))?.settings ?? undefined

/** The snapshot of the last entry before one that took effect. */
async function findServed(
  { environmentId, sequence }: Deployment,
  without: Deployment['kind'][],
): Promise<EnvironmentVersion | undefined> {
  const served = await Deployment.findOne({
    where: {
      environmentId,
      sequence: { [Op.lt]: sequence },
      state: [LIVE, RETIRED],
      kind: { [Op.notIn]: without },
    },
    order: [['sequence', 'DESC']],
  })
  const version =
    served?.environmentVersionId && (await EnvironmentVersion.findByPk(served.environmentVersionId))
  return version || undefined
}
