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
 * Versions with their applications, all kept from being cleaned out or deleted until the transaction ends.
 *
 * @returns in the order of `ids`, without those that are gone or another team's
 */
export async function lockVersions({ teamId }: TeamActor, ids: string[]): Promise<VersionWithApplication[]> {
  const lock = Transaction.LOCK.KEY_SHARE
  const found = await ApplicationVersion.findAll({ where: { id: ids.filter((id) => isUuid(id)) } })
  const applications = await Application.findAll({
    where: { id: found.map(({ applicationId }) => applicationId), teamId },
    order: ['id'],
    lock,
  })
  // Again, because they may have gone while we waited for their applications.
  const versions = await ApplicationVersion.findAll({
    where: { id: found.map(({ id }) => id), applicationId: applications.map(({ id }) => id) },
    order: ['id'],
    lock,
  })
  return ids.flatMap((id) => {
    const version = versions.find((one) => one.id === id)
    const application = applications.find((one) => one.id === version?.applicationId)
    return version && application ? [{ application, version }] : []
  })
}

/** Locks one version with its application. @throws DomainError `not-found`, for another team's version as well */
export async function lockVersion(actor: TeamActor, id: string): Promise<VersionWithApplication> {
  const [found] = await lockVersions(actor, [id])
  if (!found) throw notFound('The application version')
  return found
}
