import { withJitter } from '../../../core/time/backoff'
import { cleanOut } from '../clean-out/clean-out'
import type { Dependencies } from '../dependencies'
import { repeat } from './repeat'
import { hourMilliseconds } from '../../../core/time/durations'

interface CleanOutOptions {
  dependencies: Pick<Dependencies, 'sequelize' | 'clock' | 'log'>
  /** Ends the cleaning after the turn under way. */
  signal: AbortSignal
  random?: () => number
}

/**
 * Removes what is past its retention, at the start and every hour, until `signal` aborts.
 *
 * @returns resolves when the turn under way has ended; never rejects
 */
export const startCleanOut = ({
  dependencies,
  signal,
  random = Math.random,
}: CleanOutOptions): Promise<void> =>
  repeat(
    {
      dependencies,
      signal,
      pauseMilliseconds: () => withJitter(hourMilliseconds, random),
      failure: 'What is past its retention could not be removed',
    },
    () => cleanOut(dependencies),
  )
