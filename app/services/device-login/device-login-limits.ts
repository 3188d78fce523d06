/** How long a command line waits for somebody to approve it. */
export const lifeSeconds = 10 * 60
/** How long it pauses before it asks again. */
export const intervalSeconds = 5
/** The shortest pause that is let pass, for an answer may travel longer than the next question. */
export const shortestPauseMilliseconds = (intervalSeconds - 1) * 1000
/** Command lines that wait at once, for all teams together: more of them would make codes easier to guess. The oldest make room. */
export const mostOpen = 10_000
