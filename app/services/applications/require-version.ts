import { Transaction } from 'sequelize'
import { notFound } from '../../../core/errors'
import { Application } from '../../../db/models/application'
import { ApplicationVersion } from '../../../db/models/application-version'
import type { TeamActor } from '../actor'
import { isUuid } from '../uuid'

export interface VersionWithApplication {
  application: Application
  version: ApplicationVersion
}

/** A version with its application. @throws DomainError `not-found`, for another team's version as well */
export async function requireVersion({ teamId }: TeamActor, id: string): Promise<VersionWithApplication> {
  const version = isUuid(id) ? await ApplicationVersion.findByPk(id) : null
  const application = version && (await Application.findOne({ where: { id: version.applicationId, teamId } }))
  if (!application) throw notFound('The application version')
  return { application, version }
}

/** The same, kept from being cleaned out or deleted with its application until the transaction ends. */
export async function lockVersion(actor: TeamActor, id: string): Promise<VersionWithApplication> {
  const { application } = await requireVersion(actor, id)
  await application.reload({ lock: Transaction.LOCK.KEY_SHARE })
  const version = await ApplicationVersion.findByPk(id, { lock: Transaction.LOCK.KEY_SHARE })
  if (!version) throw notFound('The application version')
  return { application, version }
}
