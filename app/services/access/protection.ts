import { DomainError } from '../../../core/errors'
import type { Environment } from '../../../db/models/environment'
import type { TeamActor } from '../actor/actor'
import { accessMessages } from '../../messages/access-messages'

/**
 * What becomes of a call or write where the environment that it is about is protected. Whatever changes what such an environment serves, from
 * where, with which rights and at which redundancy, `waits` or is `refused`; where only who is told or when it is undone changes, it is the
 * `admins`'; `decides` is a word about what waits; and `free` is what changes none of that. A write names its rule when it locks the
 * environment; the table of calls says it of each call, in the same words.
 */
export const protectionRules = {
  waits: 'waits for the approval of another admin',
  refused: 'is refused; two admins take the protection off first',
  admins: 'is for admins alone',
  decides: 'is a word of an admin on what waits, or on the protection itself',
  free: 'does what it does elsewhere',
} as const
export type ProtectionRule = keyof typeof protectionRules

/**
 * What `waits` is queued by `queueDeployment` or `changeSettings`, which see to it.
 *
 * @throws DomainError `conflict` for what is refused while `environment` is protected, `forbidden` for what is the admins' then
 */
export function requireUnprotected(
  actor: TeamActor,
  { isProtected }: Environment,
  rule: ProtectionRule,
): void {
  if (!isProtected) return
  if (rule === 'refused') throw new DomainError('conflict', accessMessages.protected)
  const isAdmin = actor.kind === 'human' && actor.isAdmin
  if (rule === 'admins' && !isAdmin) throw new DomainError('forbidden', accessMessages.protectedForMembers)
}
