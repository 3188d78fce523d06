import { declareMessages } from '../../core/messages/declare-messages'
import { checkEach } from './check-all'
import { invalid } from '../../core/errors'
import { longest, most, tooLong } from '../../core/text/longest'
import { messages } from '../messages/messages'

export const { roleKeyTwice } = declareMessages('roles', {
  roleKeyTwice: 'Each role key can be used only once.',
})

const roleArn = /^arn:aws[a-z-]*:iam::\d{12}:role\/\S+$/

/**
 * Role key to role ARN, as an application has them: trimmed. A pair of which nothing was typed is none.
 *
 * @throws DomainError `invalid` with a fault per role, at `field.key`
 */
export function requireRoleMap(roles: Record<string, string>, field: string): Record<string, string> {
  const refuse = (key: string, fault: string) =>
    invalid(messages.roleWrong(fault), { [`${field}.${key}`]: fault })
  const entries = Object.entries(roles).map(([key, arn]) => [key.trim(), arn.trim()] as const)
  const given = entries.filter(([key, arn]) => key !== '' || arn !== '')
  if (given.length > most.roles) {
    const message = messages.tooManyInOne(`An application can have at most ${most.roles} roles.`)
    throw invalid(message, { [field]: message })
  }
  const keys = given.map(([key]) => key)
  checkEach(given, ([key, arn], index) => {
    if (key === '') throw refuse(key, 'A role needs a key by which the application asks for it.')
    if (arn === '') throw refuse(key, `Enter the ARN of the role ${key}, or remove its key.`)
    if (key.length > longest.roleKey) throw refuse(key, `The key of a role: ${tooLong(longest.roleKey)}`)
    if (arn.length > longest.roleArn) throw refuse(key, `The ARN of role ${key}: ${tooLong(longest.roleArn)}`)
    if (!roleArn.test(arn))
      throw refuse(key, `The ARN of role ${key} must look like arn:aws:iam::123456789012:role/name.`)
    if (keys.indexOf(key) < index) throw refuse(key, roleKeyTwice.text)
  })
  return Object.fromEntries(given)
}
