import { declareMessages } from '../../core/messages/declare-messages'
import { longest, most, tooLong } from '../../core/text/longest'
import { messages } from '../messages/messages'
import { rule } from './rule'

export const { roleKeyTwice } = declareMessages('roles', {
  roleKeyTwice: 'Each role key can be used only once.',
})

const roleArn = /^arn:aws[a-z-]*:iam::\d{12}:role\/\S+$/

/** Role key to role ARN, as an application has them: trimmed. A pair of which nothing was typed is none; a fault is at its key. */
export const roleMapRule = rule(
  (roles: Record<string, string> | null | undefined, refuse): Record<string, string> => {
    const entries = Object.entries(roles ?? {}).map(([key, arn]) => [key.trim(), arn.trim()] as const)
    const given = entries.filter(([key, arn]) => key !== '' || arn !== '')
    if (given.length > most.roles)
      return refuse(messages.tooManyInOne(`An application can have at most ${most.roles} roles.`))
    const keys = given.map(([key]) => key)
    given.forEach(([key, arn], index) => {
      const fault = roleFault(key, arn) ?? (keys.indexOf(key) < index ? roleKeyTwice.text : undefined)
      if (fault !== undefined) refuse(messages.roleWrong(fault), key)
    })
    return Object.fromEntries(given)
  },
)

function roleFault(key: string, arn: string): string | undefined {
  if (key === '') return 'A role needs a key by which the application asks for it.'
  if (arn === '') return `Enter the ARN of the role ${key}, or remove its key.`
  if (key.length > longest.roleKey) return `The key of a role: ${tooLong(longest.roleKey)}`
  if (arn.length > longest.roleArn) return `The ARN of role ${key}: ${tooLong(longest.roleArn)}`
  if (!roleArn.test(arn)) return `The ARN of role ${key} must look like arn:aws:iam::123456789012:role/name.`
  return undefined
}
