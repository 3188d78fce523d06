import { withJitter } from '../../../core/time/backoff'
import { tellUndone } from '../mail/tell-undone'
import type { Dependencies } from '../dependencies'
import { repeat } from './repeat'

interface UndoMailsOptions {
  dependencies: Dependencies
  /** Ends it after the turn under way. */
  signal: AbortSignal
  random?: () => number
}

const pauseMilliseconds = 5_000

/**
 * Tells people of deployments that were undone by themselves, until `signal` aborts.
 *
 * @returns resolves when the turn under way has ended; never rejects
 */
export const startUndoMails = ({
  dependencies,
  signal,
  random = Math.random,
}: UndoMailsOptions): Promise<void> =>
  repeat(
    {
      dependencies,
      signal,
      pauseMilliseconds: () => withJitter(pauseMilliseconds, random),
      failure: 'People could not be told of deployments that were undone',
    },
    () => tellUndone(dependencies),
  )
