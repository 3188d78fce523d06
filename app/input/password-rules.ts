// As people count them: what is written with two code units is one character.
const lengthOf = (password: string) => [...password].length

/** The rules that a password must fulfil, as the checklist under its field names it. */
export const passwordRules = [
  {
    text: '8 to 64 characters',
    holds: (password: string) => lengthOf(password) >= 8 && lengthOf(password) <= 64,
  },
  { text: 'No spaces or line breaks', holds: (password: string) => password !== '' && !/\s/.test(password) },
] as const

export const isValidPassword = (password: string): boolean =>
  passwordRules.every(({ holds }) => holds(password))
