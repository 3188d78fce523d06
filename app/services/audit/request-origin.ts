import { AsyncLocalStorage } from 'node:async_hooks'

/** Where a request came from, for the audit log. */
export interface RequestOrigin {
  requestId: string
  /** IP address; undefined when the connection is gone already. */
  sourceAddress: string | undefined
}

const current = new AsyncLocalStorage<RequestOrigin>()

/** Runs `work` on behalf of a request. Everything it awaits knows the origin, so no service has to hand it on. */
export const withRequestOrigin = <Result>(origin: RequestOrigin, work: () => Result): Result =>
  current.run(origin, work)

/** Where the running request came from; undefined for what no request asked for. */
export const findRequestOrigin = (): RequestOrigin | undefined => current.getStore()
