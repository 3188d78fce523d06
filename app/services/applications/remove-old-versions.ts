import { Op, Transaction, type Sequelize } from 'sequelize'
import { ApplicationVersion } from '../../../db/models/application-version'
import { Environment } from '../../../db/models/environment'
import { listRevertibleVersions } from '../../../db/queries/clean-out'
import { readContentsByEnvironment, versionsInUse } from '../environment-contents/environment-contents'
import { versionGraceMilliseconds } from './version-grace-milliseconds'

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
  const environments = await Environment.findAll({ where: { teamId } })
  const contents = await readContentsByEnvironment(environments.map(({ id }) => id))
  const used = new Set([
    ...[...contents.values()].flatMap((here) => [...versionsInUse(here)]),
    ...(await listRevertibleVersions(sequelize, teamId, revertibleSnapshots)),
  ])
  return ApplicationVersion.destroy({
    where: { id: old.map(({ id }) => id).filter((versionId) => !used.has(versionId)) },
  })
}
