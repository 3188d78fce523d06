import type { FindOptions } from 'sequelize'
import type { Application } from '../../../db/models/application'
import { Environment } from '../../../db/models/environment'

/** The environment that new versions of an application are deployed to by themselves, if there is one. */
export async function findAutoDeployTarget(
  { teamId, autoDeployEnvironmentId }: Application,
  lock?: FindOptions['lock'],
): Promise<Environment | undefined> {
  if (!autoDeployEnvironmentId) return undefined
  const where = { id: autoDeployEnvironmentId, teamId, deletingAt: null }
  return (await Environment.findOne({ where, lock })) ?? undefined
}
