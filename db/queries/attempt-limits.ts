import type { Sequelize } from 'sequelize'
import { execute, selectFirst } from '../sql'

/** Until when the key that is blocked longest is blocked, if any is known. */
export async function findBlockedUntil(sequelize: Sequelize, keys: string[]): Promise<Date | undefined> {
  const sql = 'SELECT max(blocked_until) AS until FROM attempt_limits WHERE key = ANY($1)'
  const blocked = await selectFirst<{ until: Date | null }>(sequelize, sql, [keys])
  return blocked?.until ?? undefined
}

/** Several may do it at once: each skips what another one is at. */
export const removeForgottenLimits = (sequelize: Sequelize, now: Date) =>
  execute(
    sequelize,
    `DELETE FROM attempt_limits WHERE key = ANY (ARRAY
       (SELECT key FROM attempt_limits WHERE forgotten_at <= $1 FOR UPDATE SKIP LOCKED))`,
    [now],
  )

const count = `
  INSERT INTO attempt_limits (key, failures, blocked_until, forgotten_at) VALUES ($1, 1, $2, $3)
  ON CONFLICT (key) DO UPDATE SET
    failures = attempt_limits.failures + 1,
    blocked_until = CASE WHEN attempt_limits.failures + 1 < $4 THEN $2::timestamptz
      ELSE $2::timestamptz + make_interval(secs => least($5, power(2, least(attempt_limits.failures + 1 - $4, 30)))) END,
    forgotten_at = $3
  WHERE attempt_limits.blocked_until <= $2
  RETURNING blocked_until AS "blockedUntil"`

/**
 * Counts a failure, which after `freeFailures` blocks the key for twice as long as the one before, up to `capSeconds`.
 *
 * @returns until when the key is blocked now; undefined when it was blocked already, and nothing was counted
 */
export async function countFailure(
  sequelize: Sequelize,
  key: string,
  policy: { now: Date; forgottenAt: Date; freeFailures: number; capSeconds: number },
): Promise<Date | undefined> {
  const { now, forgottenAt, freeFailures, capSeconds } = policy
  const values = [key, now, forgottenAt, freeFailures, capSeconds]
  return (await selectFirst<{ blockedUntil: Date }>(sequelize, count, values))?.blockedUntil
}

/** Takes back the failure that blocked `key` until `blockedUntil`, and the wait that followed from it. */
export const takeBackFailure = (
  sequelize: Sequelize,
  key: string,
  { blockedUntil, now, freeFailures }: { blockedUntil: Date; now: Date; freeFailures: number },
) =>
  execute(
    sequelize,
    `UPDATE attempt_limits SET failures = failures - 1,
       blocked_until = CASE WHEN blocked_until = $2 OR failures - 1 < $4 THEN $3 ELSE blocked_until END
     WHERE key = $1 AND failures > 0`,
    [key, blockedUntil, now, freeFailures],
  )

export const removeLimits = (sequelize: Sequelize, keys: string[]) =>
  execute(sequelize, 'DELETE FROM attempt_limits WHERE key = ANY($1)', [keys])
