import type { KnownBrowser } from '../../../db/models/known-browser'
import { currentSource } from '../actor/source'
import { passwordsBusy, type Lane } from './password-queue'

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

/** How many of one lane are under way: one that is served and those that may wait. */
export const maximumUnderWay = 5

const underWay = new Map<string, number>()

/**
 * Does `work` unless as much is under way in `lane` already. For the whole of a use case that looks at a password: what comes
 * in crowds is refused before it asks the database anything.
 *
 * @throws DomainError `unavailable`, at once
 */
export async function inLane<Result>({ key }: Lane, work: () => Promise<Result>): Promise<Result> {
  const others = underWay.get(key) ?? 0
  if (others >= maximumUnderWay) throw passwordsBusy()
  underWay.set(key, others + 1)
  try {
    return await work()
  } finally {
    const left = (underWay.get(key) ?? 1) - 1
    if (left > 0) underWay.set(key, left)
    else underWay.delete(key)
  }
}
