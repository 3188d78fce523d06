import { dictionary } from '@zxcvbn-ts/language-common'
import { isValidPassword } from '../../input/password-rules'

/** The person whose password it is to be. */
interface PasswordOwner {
  name: string
  email: string
}

/** Words that everybody would try here first, whoever the person is. */
const productWords = ['sdo', 'aws', 'admin', 'deploy', 'devops', 'portal']

/** Shorter parts of names are in too many good passwords. */
const shortestWord = 3

/** The letters and digits that a password needs besides words that say nothing. */
const shortestRest = 5

/** Passwords that were in breaches, the most frequent ones; lower case. */
const breached = new Set(dictionary['passwords-common'] as string[])

/** Up to four characters again and again. */
const repetition = /^(.{1,4})\1+$/su

/**
 * Whether others would guess `password` soon: it is among those known from breaches, it is a few characters over and over, or it is little
 * more than the product's name, the person's, or their address.
 */
function isGuessable(password: string, { name, email }: PasswordOwner): boolean {
  const lower = password.toLowerCase()
  if (breached.has(lower) || repetition.test(lower)) return true
  const words = [...productWords, ...wordsOf(name), ...wordsOf(email)].sort((a, b) => b.length - a.length)
  const rest = words.reduce((text, word) => text.replaceAll(word, ' '), lower)
  return rest !== lower && [...rest.replace(/[^\p{L}\p{N}]/gu, '')].length < shortestRest
}

const wordsOf = (text: string): string[] =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word.length >= shortestWord)

/** Whether `password` may become the one of `owner`. Passwords that people have already are not asked again. */
export const isAcceptablePassword = (password: string, owner: PasswordOwner): boolean =>
  isValidPassword(password) && !isGuessable(password, owner)
