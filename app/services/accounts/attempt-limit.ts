import { createHash } from 'node:crypto'
import { QueryTypes } from 'sequelize'
import { accountMessages } from '../../../core/account-messages'
import { tidyEmail } from '../../../core/email-address'
import { DomainError } from '../../../core/errors'
import type { Dependencies } from '../dependencies'
import { currentOrigin } from '../origin'
import { sourceOf } from './source'

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
} satisfies Record<string, Policy>

export interface AttemptKey {
  kind: keyof typeof policies
  key: string
}

const forgetMilliseconds = 60 * 60_000

const digest = (text: string) => createHash('sha256').update(text).digest('hex')

const currentSource = () => sourceOf(currentOrigin().address)

/** In lower case as Postgres has it when it looks for an address: letter by letter, where JavaScript knows ends of words and İ as two. */
const lowerCase = (email: string) =>
  [...tidyEmail(email)].map((letter) => (letter === 'İ' ? 'i' : letter.toLowerCase())).join('')

/** What the running request counts against when it is an attempt at `account` (an e-mail address, known or not). */
export const loginAttempt = (account: string): AttemptKey[] => [
  { kind: 'account', key: digest(`account ${lowerCase(account)} ${currentSource()}`) },
  { kind: 'source', key: digest(`source ${currentSource()}`) },
]

export const resetAttempt = (): AttemptKey[] => [{ kind: 'reset', key: digest(`reset ${currentSource()}`) }]

/** Nothing for what no request caused. */
export const registrationAttempt = (): AttemptKey[] =>
  currentSource() === '' ? [] : [{ kind: 'registration', key: digest(`registration ${currentSource()}`) }]

export const invitationAttempt = (teamId: string): AttemptKey[] => [
  { kind: 'invitation', key: digest(`invitation ${teamId}`) },
]

/**
 * Lets an attempt through when nothing that it counts against is blocked. Ask before looking at a secret, to save the
 * work, and again before saying that it was right: what was guessed at the same time counts too.
 *
 * @throws DomainError `throttled`
 */
export async function requireAttempt(
  { sequelize, clock }: Dependencies,
  attempt: AttemptKey[],
  explain: (seconds: number) => string = accountMessages.attemptsThrottled,
): Promise<void> {
  const [blocked] = await sequelize.query<{ until: Date | null }>(
    'SELECT max(blocked_until) AS until FROM attempt_limits WHERE key = ANY($1)',
    { bind: [attempt.map(({ key }) => key)], type: QueryTypes.SELECT },
  )
  const seconds = Math.ceil(((blocked?.until?.getTime() ?? 0) - clock.now()) / 1000)
  if (seconds > 0) throw new DomainError('throttled', explain(seconds))
}

/** Counts a failure, or whatever else an attempt may not be too often. One that comes while its key is blocked anyway costs nothing more. */
export async function countFailure({ sequelize, clock }: Dependencies, attempt: AttemptKey[]): Promise<void> {
  const now = clock.now()
  await sequelize.query('DELETE FROM attempt_limits WHERE forgotten_at <= $1', { bind: [new Date(now)] })
  for (const { kind, key } of attempt) {
    const { freeFailures, capSeconds } = policies[kind]
    await sequelize.query(
      `INSERT INTO attempt_limits (key, failures, blocked_until, forgotten_at) VALUES ($1, 1, $2, $3)
       ON CONFLICT (key) DO UPDATE SET
         failures = attempt_limits.failures + 1,
         blocked_until = CASE WHEN attempt_limits.failures + 1 < $4 THEN $2::timestamptz
           ELSE $2::timestamptz + make_interval(secs => least($5, power(2, least(attempt_limits.failures + 1 - $4, 30)))) END,
         forgotten_at = $3
       WHERE attempt_limits.blocked_until <= $2`,
      { bind: [key, new Date(now), new Date(now + forgetMilliseconds), freeFailures, capSeconds] },
    )
  }
}

/** Forgets what the owner of an account mistyped before getting in. What counts against the place stays. */
export async function forgetFailures({ sequelize }: Dependencies, attempt: AttemptKey[]): Promise<void> {
  const keys = attempt.filter(({ kind }) => kind === 'account').map(({ key }) => key)
  await sequelize.query('DELETE FROM attempt_limits WHERE key = ANY($1)', { bind: [keys] })
}
