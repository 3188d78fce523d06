import { messages } from '../../messages/messages'
import { DomainError } from '../../../core/errors'

const message = messages.processDuplicate

/** The conflict by which the name of an application is refused that is taken. @throws DomainError `conflict` */
export const whenNameIsTaken = {
  applications_name: () => {
    throw new DomainError('conflict', message, { fields: { applicationName: message } })
  },
}
