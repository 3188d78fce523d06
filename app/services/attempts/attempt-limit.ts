import { createHash } from 'node:crypto'
import { accountMessages } from '../../messages/account-messages'
import { tidyEmail } from '../../input/email-address'
import { DomainError } from '../../../core/errors'
import {
  countFailure,
  findBlockedUntil,
  removeForgottenLimits,
  removeLimits,
  takeBackFailure,
} from '../../../db/queries/attempt-limits'
import { currentSource } from '../actor/source'
import type { Dependencies } from '../dependencies'

/** How many failures cost nothing; after them each one doubles the wait, up to a cap. */
interface Policy {
  freeFailures: number
  capSeconds: number
}

const policies = {
  /** Guesses at one account from one place: whoever guesses slows down themselves and never the owner elsewhere. */
  account: { freeFailures: 5, capSeconds: 15 * 60 },
  /** Guesses from one place at any account. Generous, for a whole office may be one place. */
  source: { freeFailures: 30, capSeconds: 5 * 60 },
  /** Links asked for from one place. */
  reset: { freeFailures: 10, capSeconds: 15 * 60 },
  /** Accounts made or tried from one place: each mails an address that may be somebody else's, or says that it is taken. */
  registration: { freeFailures: 50, capSeconds: 15 * 60 },
  /** People whom one team adds or tries to, for the same reasons. */
  invitation: { freeFailures: 100, capSeconds: 15 * 60 },
  /** AWS accounts that one team adds or tries to: the answer may say that somebody has the number. */
  awsAccount: { freeFailures: 20, capSeconds: 15 * 60 },
} satisfies Record<string, Policy>

export interface AttemptKey {
  kind: keyof typeof policies
  key: string
}

/** An attempt that was counted before anybody knew how it ends. Left alone, it stays counted. */
export type Reservation = (AttemptKey & { blockedUntil: Date })[]

const forgetMilliseconds = 60 * 60_000

const digest = (text: string) => createHash('sha256').update(text).digest('hex')

/** In lower case as Postgres has it when it looks for an address: letter by letter, where JavaScript knows ends of words and İ as two. */
const lowerCase = (email: string) =>
  [...tidyEmail(email)].map((letter) => (letter === 'İ' ? 'i' : letter.toLowerCase())).join('')

/** What the running request counts against when it is an attempt at `account` (an e-mail address, known or not). */
export const loginAttempt = (account: string): AttemptKey[] => [
  { kind: 'account', key: digest(`account ${lowerCase(account)} ${currentSource()}`) },
  { kind: 'source', key: digest(`source ${currentSource()}`) },
]

/** What codes count against that are typed with the link of a mail: nobody without it can use these up. */
export const mailboxAttempt = (userId: string): AttemptKey[] => [
  { kind: 'account', key: digest(`mailbox ${userId}`) },
]

export const resetAttempt = (): AttemptKey[] => [{ kind: 'reset', key: digest(`reset ${currentSource()}`) }]

/** Nothing for what no request caused. */
export const registrationAttempt = (): AttemptKey[] =>
  currentSource() === '' ? [] : [{ kind: 'registration', key: digest(`registration ${currentSource()}`) }]

export const invitationAttempt = (teamId: string): AttemptKey[] => [
  { kind: 'invitation', key: digest(`invitation ${teamId}`) },
]

export const awsAccountAttempt = (teamId: string): AttemptKey[] => [
  { kind: 'awsAccount', key: digest(`aws-account ${teamId}`) },
]

/**
 * Counts an attempt as a failure before it begins, so that of many at once no more get through than of as many one after the
 * other. Afterwards `giveBack` or `forgetFailures` for one that was none.
 *
 * @throws DomainError `throttled` when something that it counts against is blocked; then nothing is counted
 */
export async function reserveAttempt(
  dependencies: Dependencies,
  attempt: AttemptKey[],
  explain: (seconds: number) => string = accountMessages.attemptsThrottled,
): Promise<Reservation> {
  await requireUnblocked(dependencies, attempt, explain)
  await removeForgottenLimits(dependencies.sequelize, new Date(dependencies.clock.now()))
  const reserved: Reservation = []
  for (const each of attempt) {
    const blockedUntil = await countOne(dependencies, each)
    if (blockedUntil) reserved.push({ ...each, blockedUntil })
    else {
      await giveBack(dependencies, reserved)
      await requireUnblocked(dependencies, attempt, explain)
      throw new DomainError('throttled', explain(1))
    }
  }
  return reserved
}

async function requireUnblocked(
  { sequelize, clock }: Dependencies,
  attempt: AttemptKey[],
  explain: (seconds: number) => string,
): Promise<void> {
  const keys = attempt.map(({ key }) => key)
  const until = (await findBlockedUntil(sequelize, keys))?.getTime() ?? 0
  const seconds = Math.ceil((until - clock.now()) / 1000)
  if (seconds > 0) throw new DomainError('throttled', explain(seconds))
}

function countOne({ sequelize, clock }: Dependencies, { kind, key }: AttemptKey): Promise<Date | undefined> {
  const now = clock.now()
  const times = { now: new Date(now), forgottenAt: new Date(now + forgetMilliseconds) }
  return countFailure(sequelize, key, { ...times, ...policies[kind] })
}

/** Takes back the count of an attempt that was no failure, and the wait that followed from it. */
export async function giveBack({ sequelize, clock }: Dependencies, reserved: Reservation): Promise<void> {
  for (const { kind, key, blockedUntil } of reserved) {
    const { freeFailures } = policies[kind]
    await takeBackFailure(sequelize, key, { blockedUntil, now: new Date(clock.now()), freeFailures })
  }
}

/** Forgets what the owner of an account mistyped before getting in. What counts against the place stays, but this attempt. */
export async function forgetFailures(dependencies: Dependencies, reserved: Reservation): Promise<void> {
  const isOfAccount = ({ kind }: AttemptKey) => kind === 'account'
  const keys = reserved.filter(isOfAccount).map(({ key }) => key)
  await removeLimits(dependencies.sequelize, keys)
  await giveBack(
    dependencies,
    reserved.filter((each) => !isOfAccount(each)),
  )
}
