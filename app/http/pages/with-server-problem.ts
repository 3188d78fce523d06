import { DomainError } from '../../../core/errors'
import type { AppContext } from '../request/context'

/**
 * Runs the use case behind a form so that a failure of ours is told in the form, as `message`, with everything that was typed
 * still there. What went wrong stays in the log.
 */
export async function withServerProblem<Result>(
  { log }: Pick<AppContext, 'log'>,
  message: string,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work()
  } catch (failure) {
    if (failure instanceof DomainError && failure.code !== 'unavailable') throw failure
    log.error({ err: failure }, 'a form was refused for a failure of ours')
    throw new DomainError('unavailable', message)
  }
}
