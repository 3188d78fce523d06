import { invalid } from './errors'

const roleArn = /^arn:aws[a-z-]*:iam::\d{12}:role\/\S+$/

/**
 * Role key to role ARN, as an application has them: trimmed, and without the keys whose ARN was left empty.
 *
 * @throws DomainError `invalid` at `field`
 */
export function requireRoleMap(roles: Record<string, string>, field: string): Record<string, string> {
  const refuse = (message: string) => invalid(message, { [field]: message })
  const entries = Object.entries(roles).map(([key, arn]) => [key.trim(), arn.trim()] as const)
  const given = entries.filter(([, arn]) => arn !== '')
  for (const [key, arn] of given) {
    if (key === '') throw refuse('A role needs a key by which the application asks for it.')
    if (!roleArn.test(arn)) {
      throw refuse(`The ARN of role ${key} must look like arn:aws:iam::123456789012:role/name.`)
    }
  }
  if (new Set(given.map(([key]) => key)).size < given.length)
    throw refuse('Each role key can be used only once.')
  return Object.fromEntries(given)
}
