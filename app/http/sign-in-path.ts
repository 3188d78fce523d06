import type { Access } from '../api/call'
import type { Actor } from '../services/actor'

/** Where somebody has to go before a page with `access` opens; undefined for who may enter or never may. */
export function signInPath(actor: Actor, access: Access, wanted: URL): string | undefined {
  if (access === 'public') return undefined
  if (actor.kind === 'anonymous') return `/login?to=${encodeURIComponent(wanted.pathname + wanted.search)}`
  if (access === 'session' || actor.kind !== 'human') return undefined
  return actor.state === 'VERIFICATION_NEEDED' ? '/login/verify' : undefined
}

/** The page that somebody wanted before logging in; only one of the portal, so that nobody is led elsewhere. */
export const returnPath = (wanted: string): string => (/^\/portal(\/|$)/.test(wanted) ? wanted : '/portal')
