import { Transaction } from 'sequelize'
import { notFound } from '../../../core/errors'
import { isUuid } from '../../../core/text/uuid'
import { Application } from '../../../db/models/application'
import { ApplicationVersion } from '../../../db/models/application-version'
import type { TeamActor } from '../actor/actor'

interface VersionWithApplication {
  application: Application
  version: ApplicationVersion
}

/**
 * A version with its application, both kept from being cleaned out or deleted until the transaction ends.
 *
 * @throws DomainError `not-found`, for another team's version as well
 */
export async function lockVersion({ teamId }: TeamActor, id: string): Promise<VersionWithApplication> {
  const lock = Transaction.LOCK.KEY_SHARE
  const found = isUuid(id) ? await ApplicationVersion.findByPk(id) : null
  const application =
    found && (await Application.findOne({ where: { id: found.applicationId, teamId }, lock }))
  // Again, because it may have gone while we waited for its application.
  const version = application && (await ApplicationVersion.findByPk(id, { lock }))
  if (!version) throw notFound('The application version')
  return { application, version }
}
