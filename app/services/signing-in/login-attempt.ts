import type { KnownBrowser } from '../../../db/models/known-browser'
import { loginAttempt, type AttemptKey } from '../attempts/attempt-key'
import { forgetFailures, giveBack, reserveAttempt, type Reservation } from '../attempts/attempt-limit'
import type { Dependencies } from '../dependencies'
import { laneOfBrowser, laneOfPlace, inLane } from '../password-hashing/password-lane'
import type { Lane } from '../password-hashing/password-queue'
import {
  findKnownBrowser,
  forgetBrowserFailures,
  forgetFailingBrowser,
  giveBackBrowserAttempt,
  reserveBrowserAttempt,
} from '../sessions/known-browser'

/** The outcome of an attempt: the owner got in, somebody was wrong, or nothing was decided. */
export type Verdict = 'right' | 'wrong' | 'undecided'

/** How somebody who tries to log in is treated. */
interface LoginAttempt {
  /** When they logged in before with the browser that they use. */
  browser: KnownBrowser | undefined
  /** The lane in which the login waits for its password to be looked at. */
  lane: Lane
}

interface Trial<Result> {
  /** The account that is tried, known or not. */
  email: string
  /** The key that strangers' failures count against. */
  keys?: AttemptKey[]
  /** Where those wait who have a session or a link, instead of with the strangers of the place. */
  lane?: Lane
  run: (attempt: LoginAttempt) => Promise<Result>
  verdictOn: (result: Result) => Verdict
}

/**
 * Runs what tries a password or a code of a login. It is counted as a failure before it begins and judged afterwards; one that
 * throws decided nothing. A browser that is known counts for itself, so that no stranger, in the same place or elsewhere, can
 * keep the owner out; after too many failures of its own it is a stranger's. Not for transactions: what is counted has to stay
 * when they are rolled back.
 *
 * @throws DomainError `throttled` after too many failures; `unavailable` when too much of the same place is under way; what
 * `run` throws
 */
export async function attemptLogin<Result>(
  dependencies: Dependencies,
  { email, keys = loginAttempt(email), lane: given, run, verdictOn }: Trial<Result>,
): Promise<Result> {
  const browser = await findKnownBrowser(dependencies, email)
  const lane = browser ? laneOfBrowser(browser) : (given ?? laneOfPlace())
  return inLane(lane, async () => {
    const isKnown = browser !== undefined && (await reserveBrowserAttempt(browser))
    const counted = isKnown
      ? countedForBrowser(browser)
      : countedForStranger(dependencies, await reserveAttempt(dependencies, keys))
    let verdict: Verdict = 'undecided'
    try {
      const result = await run({ browser: isKnown ? browser : undefined, lane })
      verdict = verdictOn(result)
      return result
    } finally {
      await counted[verdict]()
    }
  })
}

/** The consequence of each verdict on an attempt that was counted as a failure. */
type Consequences = Record<Verdict, () => Promise<unknown>>

const countedForBrowser = (browser: KnownBrowser): Consequences => ({
  right: () => forgetBrowserFailures(browser),
  wrong: () => forgetFailingBrowser(browser),
  undecided: () => giveBackBrowserAttempt(browser),
})

const countedForStranger = (dependencies: Dependencies, reserved: Reservation): Consequences => ({
  right: () => forgetFailures(dependencies, reserved),
  wrong: () => Promise.resolve(),
  undecided: () => giveBack(dependencies, reserved),
})
