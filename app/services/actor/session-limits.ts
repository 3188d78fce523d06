import { hourMilliseconds } from '../../../core/time/durations'

/** Unused for this long, a session is over. */
export const idleMilliseconds = 12 * hourMilliseconds

/** However much it is used, a session is over after this long. */
export const absoluteMilliseconds = 7 * 24 * hourMilliseconds

/** Lifetime of the session of a job that logged in by its identity: it can do so again. */
export const identityMilliseconds = 15 * 60_000

/** How old the recorded last use may get before it is written again: reading a page should not write each time. */
export const touchMilliseconds = 60_000

/** Places in which a person, or an integration user, is logged in at once; with one more the one unused for longest ends. */
export const maximumSessions = 50
