/** The longest address that mail knows. */
const longestEmail = 254

/** A letter that can be one character is at most four with its marks apart. */
const longestNotation = 4 * longestEmail

/**
 * Whether `email` looks like an address: at least 5 characters, one @ that is not the first, and after it a dot that is
 * not the last character.
 */
export function isValidEmail(email: string): boolean {
  const [user = '', domain = '', ...more] = email.split('@')
  const dot = domain.lastIndexOf('.')
  return (
    email.length >= 5 &&
    email.length <= longestEmail &&
    more.length === 0 &&
    user !== '' &&
    dot >= 0 &&
    dot < domain.length - 1 &&
    !/[\s\p{Cc}\p{Cf}<>",;\\]/u.test(email)
  )
}

/**
 * `email` as it is kept: without blanks around it, and with one way of writing each letter, for é can be one character or
 * two and looks the same. What is too long for one is left as it is, for the time that takes grows with the square of its length.
 */
export function tidyEmail(email: string): string {
  const trimmed = email.trim()
  return trimmed.length > longestNotation ? trimmed : trimmed.normalize('NFC')
}
