import { dayMilliseconds } from '../../../core/time/durations'

const minuteMilliseconds = 60_000

/** Wrong codes that cost nothing but the two seconds after each code. */
export const freeWrongCodes = 5

/** Between any two codes. */
export const throttleMilliseconds = 2_000

const longestWaitMilliseconds = dayMilliseconds

/**
 * How many wrong codes are not forgiven yet, when the last one is at `forgivenEpoch`. One is forgiven a day, whether right
 * ones came between them or not: the owner's logins shall not give somebody who guesses new tries.
 */
export const wrongCodesAt = (now: number, forgivenEpoch: number): number =>
  Math.max(0, Math.ceil((forgivenEpoch - now) / dayMilliseconds))

/** When the last wrong code is forgiven, with one more at `now`. */
export const afterWrongCode = (now: number, forgivenEpoch: number): number =>
  Math.max(now, forgivenEpoch) + dayMilliseconds

/**
 * How long after one code the next one may come: 2 seconds, with five wrong ones a minute, and twice as long with each more, up to a day.
 *
 * Whoever tries whenever they may tries 365 codes a year, as many as are forgiven, and some 17 before the wait is that long: fewer
 * than 400. Of a million codes, three are right at any moment for each authenticator app (that of now and its two neighbours). So
 * somebody who knows the password and tries all year gets in with a probability below 400 × 3 / 1,000,000 = 0.12 % for one app,
 * and 1.2 % for ten, which are the most.
 */
export const codeWaitMilliseconds = (wrongCodes: number): number =>
  wrongCodes < freeWrongCodes
    ? throttleMilliseconds
    : Math.min(longestWaitMilliseconds, minuteMilliseconds * 2 ** (wrongCodes - freeWrongCodes))
