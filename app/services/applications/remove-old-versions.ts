import { Op, Transaction } from 'sequelize'
import type { Application } from '../../../db/models/application'
import { ApplicationVersion } from '../../../db/models/application-version'
import { Environment } from '../../../db/models/environment'
import { readContentsByEnvironment, versionsInUse } from '../environment-contents/environment-contents'
import { versionGraceMilliseconds } from './version-grace-milliseconds'

/**
 * Removes the versions of an application that are old and deployed nowhere. A version that somebody is just now queueing is
 * locked, and therefore left alone.
 */
export async function removeOldVersions({ id, teamId }: Application, now: number): Promise<void> {
  const old = await ApplicationVersion.findAll({
    where: { applicationId: id, createdAt: { [Op.lt]: new Date(now - versionGraceMilliseconds) } },
    lock: Transaction.LOCK.UPDATE,
    skipLocked: true,
  })
  if (old.length === 0) return
  const environments = await Environment.findAll({ where: { teamId } })
  const contents = await readContentsByEnvironment(environments.map(({ id }) => id))
  const used = new Set([...contents.values()].flatMap((here) => [...versionsInUse(here)]))
  await ApplicationVersion.destroy({
    where: { id: old.map(({ id }) => id).filter((versionId) => !used.has(versionId)) },
  })
}
