import { createHash } from 'node:crypto'
import { tidyEmail } from '../../input/email-address'
import { currentSource } from '../actor/source'

/** How many failures cost nothing; after them each one doubles the wait, up to a cap. */
interface Policy {
  freeFailures: number
  capSeconds: number
}

export const policies = {
  /** Guesses at one account from one place: whoever guesses slows down themselves and never the owner elsewhere. */
  account: { freeFailures: 5, capSeconds: 15 * 60 },
  /** Guesses from one place at any account. Generous, for a whole office may be one place. */
  source: { freeFailures: 30, capSeconds: 5 * 60 },
  /** Links asked for from one place. */
  reset: { freeFailures: 10, capSeconds: 15 * 60 },
  /** Accounts made or tried from one place: each mails an address that may be somebody else's, or says that it is taken. */
  registration: { freeFailures: 50, capSeconds: 15 * 60 },
  /** Registrations of one address from one place: each mails a code to somebody who may not have asked for it. */
  registeredAddress: { freeFailures: 3, capSeconds: 15 * 60 },
  /** People whom one team adds or tries to, for the same reasons. */
  invitation: { freeFailures: 100, capSeconds: 15 * 60 },
  /** AWS accounts that one team adds or tries to: the answer may say that somebody has the number. */
  awsAccount: { freeFailures: 20, capSeconds: 15 * 60 },
  /** Identity tokens from one place: nobody guesses one, and many jobs of strangers share the addresses of their build system. */
  identity: { freeFailures: 100, capSeconds: 60 },
  /** Logins of command lines that are begun from one place, where a whole office may be, and that nobody lets in. */
  deviceLogin: { freeFailures: 60, capSeconds: 5 * 60 },
  /** The same, of command lines that were in before as one person, in one place: strangers there do not count against them. */
  returningDeviceLogin: { freeFailures: 10, capSeconds: 5 * 60 },
  /** Codes of command lines that one person typed and nobody has. */
  userCode: { freeFailures: 10, capSeconds: 15 * 60 },
  /** Messages that one team has sent to its webhook to try it. */
  webhookTest: { freeFailures: 30, capSeconds: 5 * 60 },
} satisfies Record<string, Policy>

export interface AttemptKey {
  kind: keyof typeof policies
  key: string
}

const digest = (text: string) => createHash('sha256').update(text).digest('hex')

/** The address in lower case as Postgres has it when it looks for one: letter by letter, where JavaScript knows ends of words and İ as two. */
const lowerCase = (email: string) =>
  [...tidyEmail(email)].map((letter) => (letter === 'İ' ? 'i' : letter.toLowerCase())).join('')

/** The key that the running request counts against when it is an attempt at `account` (an e-mail address, known or not). */
export const loginAttempt = (account: string): AttemptKey[] => [
  { kind: 'account', key: digest(`account ${lowerCase(account)} ${currentSource()}`) },
  { kind: 'source', key: digest(`source ${currentSource()}`) },
]

/** The key for codes that are typed with the link of a mail: nobody without the link can use it up. */
export const mailboxAttempt = (userId: string): AttemptKey[] => [
  { kind: 'account', key: digest(`mailbox ${userId}`) },
]

export const resetAttempt = (): AttemptKey[] => [{ kind: 'reset', key: digest(`reset ${currentSource()}`) }]

/** The key for registrations; undefined when no request caused it. */
export const registrationAttempt = (): AttemptKey[] =>
  currentSource() === '' ? [] : [{ kind: 'registration', key: digest(`registration ${currentSource()}`) }]

/** The key for registrations of one address. */
export const registeredAddressAttempt = (email: string): AttemptKey[] =>
  currentSource() === ''
    ? []
    : [{ kind: 'registeredAddress', key: digest(`registered ${lowerCase(email)} ${currentSource()}`) }]

export const identityAttempt = (): AttemptKey[] => [
  { kind: 'identity', key: digest(`identity ${currentSource()}`) },
]

/** The key for command lines that are begun at `place`. */
export const deviceLoginAttempt = (place = currentSource()): AttemptKey[] => [
  { kind: 'deviceLogin', key: digest(`device-login ${place}`) },
]

/** The key for command lines that come back to `place` and were in before as one person. */
export const returningDeviceLoginAttempt = (userId: string, place = currentSource()): AttemptKey[] => [
  { kind: 'returningDeviceLogin', key: digest(`returning-device-login ${userId} ${place}`) },
]

/** The key for codes that somebody types who is logged in: nobody else can use it up. */
export const userCodeAttempt = (userId: string): AttemptKey[] => [
  { kind: 'userCode', key: digest(`user-code ${userId}`) },
]

export const invitationAttempt = (teamId: string): AttemptKey[] => [
  { kind: 'invitation', key: digest(`invitation ${teamId}`) },
]

export const awsAccountAttempt = (teamId: string): AttemptKey[] => [
  { kind: 'awsAccount', key: digest(`aws-account ${teamId}`) },
]

export const webhookTestAttempt = (teamId: string): AttemptKey[] => [
  { kind: 'webhookTest', key: digest(`webhook-test ${teamId}`) },
]
