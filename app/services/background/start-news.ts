import { withJitter } from '../../../core/time/backoff'
import { tellOfNews } from '../news/tell-of-news'
import type { Dependencies } from '../dependencies'
import { repeat } from './repeat'

interface NewsOptions {
  dependencies: Dependencies
  /** Ends the telling after the turn under way. */
  signal: AbortSignal
  random?: () => number
}

const pauseMilliseconds = 5_000

/**
 * Tells people and webhooks of what happened, until `signal` aborts.
 *
 * @returns resolves when the turn under way has ended; never rejects
 */
export const startNews = ({ dependencies, signal, random = Math.random }: NewsOptions): Promise<void> =>
  repeat(
    {
      dependencies,
      signal,
      pauseMilliseconds: () => withJitter(pauseMilliseconds, random),
      failure: 'Nobody could be notified of news',
    },
    () => tellOfNews(dependencies),
  )
