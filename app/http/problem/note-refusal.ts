import type { DomainError, ErrorCode } from '../../../core/errors'
import type { Logger } from '../../../core/logging/logger'

/** The refusals that somebody meets who tries doors: rare in ordinary use, so worth an alarm when there is much of it. */
const suspicious: ReadonlySet<ErrorCode> = new Set(['forbidden', 'cross-site', 'throttled'])

/** Logs that a request was refused, and why; of what was typed only the names of the fields. */
export function noteRefusal(refusal: DomainError, log: Logger): void {
  const { code, fields, cause, told } = refusal
  const facts = {
    code,
    ...(told && { message: told.code }),
    ...(fields && { fields: Object.keys(fields).slice(0, 20) }),
  }
  if (cause !== undefined) log.warn({ ...facts, err: refusal }, 'request refused')
  else log[suspicious.has(code) ? 'warn' : 'info'](facts, 'request refused')
}
