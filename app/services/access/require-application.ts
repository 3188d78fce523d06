import type { FindOptions } from 'sequelize'
import { DomainError } from '../../../core/errors'
import { messages } from '../../messages/messages'
import { isUuid } from '../../../core/text/uuid'
import { Application } from '../../../db/models/application'
import type { TeamActor } from '../actor/actor'

/** @throws DomainError `not-found`, for another team's application as well */
export async function requireApplication(
  { teamId }: TeamActor,
  id: string,
  lock?: FindOptions['lock'],
): Promise<Application> {
  const application = isUuid(id) ? await Application.findOne({ where: { id, teamId }, lock }) : null
  if (!application) throw new DomainError('not-found', messages.processNotFound)
  return application
}
