/**
 * Whether `email` looks like an address: at least 5 characters, one @ that is not the first, and after it a dot that is
 * not the last character.
 */
export function isValidEmail(email: string): boolean {
  const [user = '', domain = '', ...more] = email.split('@')
  const dot = domain.lastIndexOf('.')
  return (
    email.length >= 5 &&
    email.length <= 254 &&
    more.length === 0 &&
    user !== '' &&
    dot >= 0 &&
    dot < domain.length - 1 &&
    !/[\s<>",;\\]/.test(email)
  )
}
