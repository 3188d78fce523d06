import { inTransaction } from '../../../db/transaction'
import { listTeamsWithOldVersions } from '../../../db/queries/clean-out'
import { removeOldVersions, versionGraceMilliseconds } from '../applications/remove-old-versions'
import type { Dependencies } from '../dependencies'

/** Removes the versions of all applications that are old and deployed nowhere, a team at a time. @returns how many */
export async function cleanOutVersions({
  sequelize,
  clock,
}: Pick<Dependencies, 'sequelize' | 'clock'>): Promise<number> {
  const now = clock.now()
  let removed = 0
  for (const team of await listTeamsWithOldVersions(sequelize, new Date(now - versionGraceMilliseconds)))
    removed += await inTransaction(sequelize, () => removeOldVersions(sequelize, team, now))
  return removed
}
