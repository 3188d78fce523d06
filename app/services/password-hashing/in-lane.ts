import type { Lane } from './password-queue'
import { passwordsBusy } from './passwords-busy'

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
