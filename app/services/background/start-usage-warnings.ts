import { withJitter } from '../../../core/time/backoff'
import { minuteMilliseconds } from '../../../core/time/durations'
import type { Dependencies } from '../dependencies'
import { tellOfUsage } from '../news/tell-of-usage'
import { repeat } from './repeat'

interface UsageWarningOptions {
  dependencies: Dependencies
  /** Ends the telling after the turn under way. */
  signal: AbortSignal
  random?: () => number
}

/**
 * Warns of what applications use, once a minute, as it is measured, until `signal` aborts.
 *
 * @returns resolves when the turn under way has ended; never rejects
 */
export const startUsageWarnings = ({
  dependencies,
  signal,
  random = Math.random,
}: UsageWarningOptions): Promise<void> =>
  repeat(
    {
      dependencies,
      signal,
      pauseMilliseconds: () => withJitter(minuteMilliseconds, random),
      failure: 'What applications use could not be judged',
    },
    () => tellOfUsage(dependencies),
  )
