import { DomainError } from '../../../core/errors'

const message = 'Another application with the same name already exists in this account.'

/** What is answered when the index of names refuses the name of an application. @throws DomainError `conflict` */
export const whenNameIsTaken = {
  applications_name: () => {
    throw new DomainError('conflict', message, { fields: { applicationName: message } })
  },
}
