import { DomainError } from '../../../core/errors'

const message = 'Another application with the same name already exists in this account.'

/** The conflict by which the name of an application is refused that is taken. @throws DomainError `conflict` */
export const whenNameIsTaken = {
  applications_name: () => {
    throw new DomainError('conflict', message, { fields: { applicationName: message } })
  },
}
