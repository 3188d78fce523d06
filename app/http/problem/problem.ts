import type { Message } from '../../../core/messages/declare-messages'
import { DomainError, internal, type ErrorCode, type FieldErrors } from '../../../core/errors'
import type { Logger } from '../../../core/logging/logger'

/** A failure as it looks on the wire, for pages and for /v1. */
export interface Problem {
  message: string
  code: ErrorCode
  /** Which message it is, whatever its words are: `deployments.ended`. */
  messageCode: string
  requestId: string
  fields?: FieldErrors
  /** Which message each of `fields` has, whatever its words are. */
  fieldCodes?: FieldErrors
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
    const { code } = failure
    countRefusal?.(code)
    logRefusal(failure, log)
    return answerOf(failure, requestId)
  }
  log.error({ err: failure }, 'request failed')
  return answerOf(internal(), requestId)
}

/** The refusals that somebody meets who tries doors: rare in ordinary use, so worth an alarm when there is much of it. */
const suspicious: ReadonlySet<ErrorCode> = new Set(['forbidden', 'cross-site', 'throttled'])

/** Logs that a request was refused, and why; of what was typed only the names of the fields. */
function logRefusal(refusal: DomainError, log: Logger): void {
  const { code, fields, cause, told } = refusal
  const facts = {
    code,
    ...(told && { message: told.code }),
    ...(fields && { fields: Object.keys(fields).slice(0, 20) }),
  }
  if (cause !== undefined) log.warn({ ...facts, err: refusal }, 'request refused')
  else log[suspicious.has(code) ? 'warn' : 'info'](facts, 'request refused')
}

function answerOf(failure: DomainError, requestId: string): { status: number; body: Problem } {
  const { status, message, code, fields, fieldCodes, revision, told } = failure
  return {
    status,
    body: {
      ...toldAs(told),
      message,
      code,
      requestId,
      ...(fields && { fields, fieldCodes }),
      ...(revision && { revision }),
    },
  }
}

/** The parts of a problem that tell of it. */
export const toldAs = ({
  text,
  code,
  docs,
}: Message): Pick<Problem, 'message' | 'messageCode' | 'documentation'> => ({
  message: text,
  messageCode: code,
  ...(docs !== undefined && { documentation: docs }),
})
