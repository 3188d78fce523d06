import type { Dependencies } from '../dependencies'
import { sendPasswordResets } from '../passwords/send-password-resets'
import { repeat } from './repeat'

interface PasswordResetsOptions {
  dependencies: Dependencies
  /** Ends the sending after the turn under way. */
  signal: AbortSignal
  random?: () => number
}

const shortestPauseMilliseconds = 500
const longestPauseMilliseconds = 2_500

/**
 * Sends the links that were asked for, until `signal` aborts. At moments of its own, which no request wakes it to and nobody
 * can foretell: whoever asks for a link and looks how long the next answer takes does not meet the work that it makes.
 *
 * @returns resolves when the turn under way has ended; never rejects
 */
export const startPasswordResets = ({
  dependencies,
  signal,
  random = Math.random,
}: PasswordResetsOptions): Promise<void> =>
  repeat(
    {
      dependencies,
      signal,
      pauseMilliseconds: () =>
        shortestPauseMilliseconds + random() * (longestPauseMilliseconds - shortestPauseMilliseconds),
      failure: 'Links to set a new password could not be sent',
    },
    () => sendPasswordResets(dependencies),
  )
