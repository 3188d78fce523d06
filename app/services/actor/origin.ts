import { AsyncVariable } from '../../../core/async-variable'

/** Where a request comes from: for the audit log, the limits on guessing, and people who look at where they are logged in. */
export interface Origin {
  requestId: string
  /** Trace that the request belongs to, as in the header; empty for none. */
  traceparent?: string
  /** IP address of the client. */
  address: string
  /** The client's own description of itself, at most 300 characters. */
  userAgent: string
  /** The secret by which the browser is known to those who logged in with it before. */
  browserToken?: string
}

const current = new AsyncVariable<Origin>()

/** A use case that no request caused. */
const noOrigin: Origin = { requestId: '', address: '', userAgent: '' }

/** Runs `work` on behalf of a request. Everything it awaits knows the origin, so no service has to hand it on. */
export const withOrigin = <Result>(origin: Origin, work: () => Result): Result => current.run(origin, work)

/** Where the running request came from; all empty for what no request asked for. */
export const currentOrigin = (): Origin => current.get() ?? noOrigin
