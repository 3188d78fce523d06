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

/**
 * `email` as it is kept: without blanks around it, and with one way of writing each letter, for é can be one character or
 * two and looks the same.
 */
export const tidyEmail = (email: string): string => email.trim().normalize('NFC')
