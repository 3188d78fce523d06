import { DomainError } from '../../../core/errors'
import { messages } from '../../messages/messages'
import { longest } from '../../../core/text/longest'
import { line } from '../../input/names'

/** What a version is called; a tag of any length fits. */
export const versionNameRule = line(longest.versionName, {
  tooLong: messages.versionNameTooLong(longest.versionName),
})

const message = messages.processDuplicate

/** The conflict by which the name of an application is refused that is taken. @throws DomainError `conflict` */
export const whenNameIsTaken = {
  applications_name: () => {
    throw new DomainError('conflict', message, { fields: { applicationName: message } })
  },
}
