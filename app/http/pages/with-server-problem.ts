import { DomainError } from '../../../core/errors'
import type { Message } from '../../../core/messages/declare-messages'
import type { AppContext } from '../request/context'

/**
 * Runs the use case behind a form, or a part of a page, so that a failure of ours is told as `message`: in the form, with everything
 * that was typed still there, or in place of the page. What went wrong stays in the log.
 */
export async function withServerProblem<Result>(
  { log }: Pick<AppContext, 'log'>,
  message: Message,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work()
  } catch (failure) {
    if (failure instanceof DomainError && failure.code !== 'unavailable') throw failure
    log.error({ err: failure }, 'a form or page was refused for a failure of ours')
    throw new DomainError('unavailable', message)
  }
}
