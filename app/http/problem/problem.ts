import { messageIn, type Told } from '../../../core/messages/declare-messages'
import { DomainError, internal, type ErrorCode, type FieldErrors } from '../../../core/errors'
import type { Logger } from '../../../core/logging/logger'
import { noteRefusal } from './note-refusal'

/** A failure as it looks on the wire, for pages and for /v1. */
export interface Problem {
  message: string
  code: ErrorCode
  requestId: string
  fields?: FieldErrors
  /** Where the documentation says what to do, as a path of the portal. */
  documentation?: string
  /** The present revision of settings that somebody changed meanwhile. */
  revision?: string
  /** The thing that the call is about is not there. */
  notFound?: boolean
  /** The actor may not do this. */
  permissionDenied?: boolean
  /** The AWS account is on the platform already. */
  duplicateOnPlatform?: boolean
  /** The failure is ours: neither the request nor its sender is to blame. */
  systemError?: boolean
}

/** Whoever refuses a request. */
interface Refusing {
  requestId: string
  log: Logger
  countRefusal?(code: ErrorCode): void
}

/** The status and body that answer a failure. The text of an unexpected one stays in the log, under the request id. */
export function toProblem(
  failure: unknown,
  { requestId, log, countRefusal }: Refusing,
): { status: number; body: Problem } {
  if (failure instanceof DomainError) {
    const { status, message, code, fields, revision, told } = failure
    countRefusal?.(code)
    noteRefusal(failure, log)
    return {
      status,
      body: {
        ...{ message, code, requestId },
        ...(fields && { fields }),
        ...(told && { documentation: told.docs }),
        ...(revision && { revision }),
      },
    }
  }
  log.error({ err: failure }, 'request failed')
  const { status, message, code } = internal()
  return { status, body: { message, code, requestId } }
}

/** The parts of a problem that tell of it. */
export const toldAs = (told: Told): Pick<Problem, 'message' | 'documentation'> => {
  const docs = messageIn(told)?.docs
  return { message: String(told), ...(docs !== undefined && { documentation: docs }) }
}
