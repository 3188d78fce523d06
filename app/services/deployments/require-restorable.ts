import { Transaction } from 'sequelize'
import { DomainError } from '../../../core/errors'
import type { ApplicationSpec } from '../../../core/resources/application'
import { EnvironmentVersion } from '../../../db/models/environment-version'
import { requirePresent } from '../../../db/read-restored'
import { lockVersions } from '../access/lock-version'
import type { TeamActor } from '../actor/actor'
import { deploymentMessages } from '../../messages/deployment-messages'

/**
 * A snapshot with everything that it needs to run again, all of it kept from being cleaned out until the transaction ends.
 *
 * @throws DomainError `conflict` where something of it is gone
 */
export async function requireRestorable(
  actor: TeamActor,
  environmentVersionId: string,
): Promise<{ version: EnvironmentVersion; applications: ApplicationSpec[] }> {
  const version = await EnvironmentVersion.findByPk(environmentVersionId, {
    lock: Transaction.LOCK.KEY_SHARE,
  })
  if (!version) throw new DomainError('conflict', deploymentMessages.revertSourceGone)
  await lockVersions(
    actor,
    version.applications.map(({ versionId }) => versionId),
  )
  return { version, applications: await requirePresent(version.applications) }
}
