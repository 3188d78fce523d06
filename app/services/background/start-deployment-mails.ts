import { withJitter } from '../../../core/time/backoff'
import { tellOfDeployments } from '../mail/tell-of-deployments'
import type { Dependencies } from '../dependencies'
import { repeat } from './repeat'

interface DeploymentMailsOptions {
  dependencies: Dependencies
  /** Ends it after the turn under way. */
  signal: AbortSignal
  random?: () => number
}

const pauseMilliseconds = 5_000

/**
 * Tells people how deployments ended, until `signal` aborts.
 *
 * @returns resolves when the turn under way has ended; never rejects
 */
export const startDeploymentMails = ({
  dependencies,
  signal,
  random = Math.random,
}: DeploymentMailsOptions): Promise<void> =>
  repeat(
    {
      dependencies,
      signal,
      pauseMilliseconds: () => withJitter(pauseMilliseconds, random),
      failure: 'People could not be told of deployments',
    },
    () => tellOfDeployments(dependencies),
  )
