import { QueryTypes } from 'sequelize'
import { DomainError } from '../../../core/errors'
import { accountMessages } from '../../messages/account-messages'
import type { Dependencies } from '../dependencies'
import { policies, type AttemptKey } from './attempt-key'

/** An attempt that was counted before anybody knew how it ends. Left alone, it stays counted. */
export type Reservation = (AttemptKey & { blockedUntil: Date })[]

const forgetMilliseconds = 60 * 60_000

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
  await removeForgotten(dependencies)
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
  const [blocked] = await sequelize.query<{ until: Date | null }>(
    'SELECT max(blocked_until) AS until FROM attempt_limits WHERE key = ANY($1)',
    { bind: [attempt.map(({ key }) => key)], type: QueryTypes.SELECT },
  )
  const seconds = Math.ceil(((blocked?.until?.getTime() ?? 0) - clock.now()) / 1000)
  if (seconds > 0) throw new DomainError('throttled', explain(seconds))
}

/** Several may do it at once: each skips what another one is at. */
const removeForgotten = ({ sequelize, clock }: Dependencies) =>
  sequelize.query(
    `DELETE FROM attempt_limits WHERE key IN
       (SELECT key FROM attempt_limits WHERE forgotten_at <= $1 FOR UPDATE SKIP LOCKED)`,
    { bind: [new Date(clock.now())] },
  )

/** @returns until when the key is blocked now; undefined when it was blocked already, and nothing was counted */
async function countOne(
  { sequelize, clock }: Dependencies,
  { kind, key }: AttemptKey,
): Promise<Date | undefined> {
  const now = clock.now()
  const { freeFailures, capSeconds } = policies[kind]
  const [row] = await sequelize.query<{ blockedUntil: Date }>(
    `INSERT INTO attempt_limits (key, failures, blocked_until, forgotten_at) VALUES ($1, 1, $2, $3)
     ON CONFLICT (key) DO UPDATE SET
       failures = attempt_limits.failures + 1,
       blocked_until = CASE WHEN attempt_limits.failures + 1 < $4 THEN $2::timestamptz
         ELSE $2::timestamptz + make_interval(secs => least($5, power(2, least(attempt_limits.failures + 1 - $4, 30)))) END,
       forgotten_at = $3
     WHERE attempt_limits.blocked_until <= $2
     RETURNING blocked_until AS "blockedUntil"`,
    {
      bind: [key, new Date(now), new Date(now + forgetMilliseconds), freeFailures, capSeconds],
      type: QueryTypes.SELECT,
    },
  )
  return row?.blockedUntil
}

/** Takes back the count of an attempt that was no failure, and the wait that followed from it. */
export async function giveBack({ sequelize, clock }: Dependencies, reserved: Reservation): Promise<void> {
  for (const { kind, key, blockedUntil } of reserved)
    await sequelize.query(
      `UPDATE attempt_limits SET failures = failures - 1,
         blocked_until = CASE WHEN blocked_until = $2 OR failures - 1 < $4 THEN $3 ELSE blocked_until END
       WHERE key = $1 AND failures > 0`,
      { bind: [key, blockedUntil, new Date(clock.now()), policies[kind].freeFailures] },
    )
}

/** Forgets what the owner of an account mistyped before getting in. What counts against the place stays, but this attempt. */
export async function forgetFailures(dependencies: Dependencies, reserved: Reservation): Promise<void> {
  const isOfAccount = ({ kind }: AttemptKey) => kind === 'account'
  await dependencies.sequelize.query('DELETE FROM attempt_limits WHERE key = ANY($1)', {
    bind: [reserved.filter(isOfAccount).map(({ key }) => key)],
  })
  await giveBack(
    dependencies,
    reserved.filter((each) => !isOfAccount(each)),
  )
}
