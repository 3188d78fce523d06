import { randomInt } from 'node:crypto'
import { Op } from 'sequelize'
import { AuditEntry } from '../../../db/models/audit-entry'
import type { HumanActor } from '../actor/actor'
import { currentOrigin } from '../actor/origin'
import { recordAudit, type AuditActor, type AuditRecord } from '../audit/record-audit'
import type { Dependencies } from '../dependencies'
import { hourMilliseconds } from '../../../core/time/durations'

/** Failures at one login that the audit log takes within an hour: whoever guesses cannot fill it. */
export const maximumPerHour = 20

/** The delay before a failure is recorded: long enough for the answer to be gone, and never known exactly. */
const shortestDelayMilliseconds = 500
export const longestDelayMilliseconds = 1500

/** The part of the login that was wrong. */
type LoginFault =
  | 'password'
  | 'second factor'
  | 'expired token'
  | 'unknown token'
  | 'identity not trusted'
  | 'identity used again'

interface Login {
  id: string
  teamId: string
  name: string
  email?: string
}

/**
 * Notes that somebody failed to log in as `login`, in the audit log of its team; a login that nobody has leaves a line in
 * the app's own log alone, without what was typed, which may be a password in the wrong field. Is written
 * some time after the answer: its time must not tell which logins there are.
 */
export function recordFailedLogin(
  dependencies: Dependencies,
  login: Login | undefined,
  fault: LoginFault,
): void {
  const { requestId, address } = currentOrigin()
  dependencies.log.info({ requestId, address, userId: login?.id, fault }, 'a login failed')
  if (!login) return
  const name = login.email === undefined ? login.name : `${login.name} (${login.email})`
  recordLater(
    dependencies,
    { kind: 'anonymous', teamId: login.teamId },
    { action: 'session.login-failed', target: { id: login.id, name }, after: { fault } },
  )
}

/** Notes that somebody logged in as `actor` did not know the password when asked again. */
export const recordFailedPassword = (dependencies: Dependencies, actor: HumanActor): void =>
  recordLater(dependencies, actor, {
    action: 'session.password-failed',
    target: { id: actor.userId, name: actor.name },
  })

function recordLater(dependencies: Dependencies, actor: AuditActor, record: AuditRecord): void {
  const { clock, log } = dependencies
  const failedAt = clock.now()
  clock
    .sleep(randomInt(shortestDelayMilliseconds, longestDelayMilliseconds))
    .then(() => recordUnlessMany(failedAt, actor, record))
    .catch((failure: unknown) => log.error({ err: failure }, 'a failed login could not be recorded'))
}

async function recordUnlessMany(failedAt: number, actor: AuditActor, record: AuditRecord): Promise<void> {
  const recent = await AuditEntry.count({
    where: {
      teamId: actor.teamId,
      action: record.action,
      targetId: record.target.id,
      createdAt: { [Op.gt]: new Date(failedAt - hourMilliseconds) },
    },
  })
  if (recent >= maximumPerHour) return
  const isLast = recent === maximumPerHour - 1
  const after = isLast ? { ...record.after, further: 'not recorded within this hour' } : record.after
  await recordAudit({ clock: { now: () => failedAt } }, actor, { ...record, after })
}
