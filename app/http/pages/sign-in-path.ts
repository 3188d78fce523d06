import { opensTo, type Access } from '../../services/access/access'
import type { Actor } from '../../services/actor/actor'
import { ruleOf } from './authentication-rules'

/** The path to which somebody has to go before a page with `access` opens; undefined for those who may enter or never may. */
export function signInPath(actor: Actor, access: Access, wanted: URL): string | undefined {
  if (opensTo(actor, access) || actor.kind === 'integration') return undefined
  const { page } = ruleOf(actor)
  if (actor.kind === 'anonymous') return `${page}?to=${encodeURIComponent(wanted.pathname + wanted.search)}`
  // The 403 page is for those who finished logging in; a page of another state leads on to the own one.
  return actor.state === 'LOGGED_IN' ? undefined : page
}
