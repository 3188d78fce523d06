/** What a password must fulfil, as the checklist under its field names it. */
export const passwordRules = [
  { text: '8 to 64 characters', holds: (password: string) => password.length >= 8 && password.length <= 64 },
  { text: 'No spaces or line breaks', holds: (password: string) => password !== '' && !/\s/.test(password) },
] as const

export const isValidPassword = (password: string): boolean =>
  passwordRules.every(({ holds }) => holds(password))
