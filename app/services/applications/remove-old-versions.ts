import { Op, Transaction, type Sequelize } from 'sequelize'
import { ApplicationVersion } from '../../../db/models/application-version'
import { listNeededVersions } from '../../../db/queries/clean-out'

/** How long a version is kept though it is deployed nowhere, and its application can not be deleted. */
export const versionGraceMilliseconds = 24 * 60 * 60 * 1_000

/** How many snapshots of each environment keep their versions: people revert to what ran lately. */
const revertibleSnapshots = 10

interface Applications {
  teamId: string
  applicationIds: string[]
}

/**
 * Removes the versions of a team's applications that are old, deployed nowhere and in none of the last things that an environment ran, in a
 * transaction. A version that somebody is just
 * now queueing is locked, and therefore left alone.
 *
 * @returns how many
 */
export async function removeOldVersions(
  sequelize: Sequelize,
  { teamId, applicationIds }: Applications,
  now: number,
): Promise<number> {
  const old = await ApplicationVersion.findAll({
    where: {
      applicationId: applicationIds,
      createdAt: { [Op.lt]: new Date(now - versionGraceMilliseconds) },
    },
    lock: Transaction.LOCK.UPDATE,
    skipLocked: true,
  })
  if (old.length === 0) return 0
  const needed = new Set(await listNeededVersions(sequelize, teamId, revertibleSnapshots))
  return ApplicationVersion.destroy({
    where: { id: old.map(({ id }) => id).filter((versionId) => !needed.has(versionId)) },
  })
}
