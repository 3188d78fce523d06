import type { KnownBrowser } from '../../../db/models/known-browser'
import { currentSource } from '../actor/source'
import type { Lane } from './password-queue'

/** Where a stranger waits: behind everybody else of the same place. What no request caused has a lane of its own. */
export function laneOfPlace(): Lane {
  const place = currentSource()
  return { key: `place ${place}`, isTrusted: place === '' }
}

/** Where somebody waits who has a session, or a link of a mail. */
export const laneOfUser = (userId: string): Lane => ({ key: `user ${userId}`, isTrusted: true })

/** Where somebody waits who logged in with this browser before. */
export const laneOfBrowser = ({ id }: Pick<KnownBrowser, 'id'>): Lane => ({
  key: `browser ${id}`,
  isTrusted: true,
})
