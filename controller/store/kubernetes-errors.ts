import { ApiException } from '@kubernetes/client-node'
import { ConflictError, InvalidResourceError } from './store'

/** The HTTP status of a refused call, or undefined if the call did not get an answer. */
export const statusCodeOf = (error: unknown): number | undefined =>
  error instanceof ApiException ? error.code : undefined

/** What the API says was wrong, without the headers and the body around it. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof ApiException)) return error instanceof Error ? error.message : String(error)
  const body: unknown = typeof error.body === 'string' ? parse(error.body) : error.body
  const message = (body as { message?: unknown } | undefined)?.message
  return typeof message === 'string' ? message : `The Kubernetes API answered ${error.code}.`
}

/** The error of the store's interface for what a write was answered; anything else stays an unknown failure. */
export function toStoreError(error: unknown): Error {
  const code = statusCodeOf(error)
  const reason = reasonOf(error)
  // A resource that is gone was changed since it was read.
  if (code === 409 || code === 404) return new ConflictError(reason, { cause: error })
  if (code === 422 || code === 400) return new InvalidResourceError(reason, { cause: error })
  return toUnknownError(error)
}

/** Never the client's own error, whose message carries bodies and headers. */
export const toUnknownError = (error: unknown): Error =>
  error instanceof ApiException
    ? new Error(`The Kubernetes API answered ${error.code}: ${reasonOf(error)}`)
    : error instanceof Error
      ? error
      : new Error(String(error))

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
