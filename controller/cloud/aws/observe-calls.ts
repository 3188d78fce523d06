import type { CallObserver } from '../cloud'
import { hasCode, toCloudError } from './aws-errors'

interface Context {
  clientName?: string
  commandName?: string
}
type Middleware = <Args, Result>(
  next: (args: Args) => Promise<Result>,
  context: Context,
) => (args: Args) => Promise<Result>

interface Client {
  middlewareStack: {
    add: ((middleware: Middleware, options: typeof aroundAll) => void) &
      ((middleware: Middleware, options: typeof aroundEach) => void)
  }
}

/** Outside of the retries, so that it sees a call once. */
const aroundAll = { step: 'initialize', priority: 'high', name: 'observeCalls' } as const
/** Inside of them, so that it sees each attempt. */
const aroundEach = { step: 'deserialize', priority: 'high', name: 'observeAttempts' } as const

/** Tells `observe` of every call of a client. */
export function observeCalls<Observed extends Client>(client: Observed, observe: CallObserver): Observed {
  const throttles = new WeakMap<Context, number>()
  client.middlewareStack.add(
    (next, context) => async (args) => {
      try {
        return await next(args)
      } catch (failure) {
        if (toCloudError(failure).kind === 'throttled')
          throttles.set(context, (throttles.get(context) ?? 0) + 1)
        throw failure
      }
    },
    aroundEach,
  )
  client.middlewareStack.add((next, context) => {
    const service = (context.clientName ?? '').replace(/Client$/, '')
    const operation = (context.commandName ?? '').replace(/Command$/, '')
    return async (args) => {
      const startedAt = performance.now()
      const tell = (outcome: Parameters<CallObserver>[0]['outcome']) =>
        observe({
          service,
          operation,
          outcome,
          seconds: (performance.now() - startedAt) / 1000,
          throttles: throttles.get(context) ?? 0,
        })
      try {
        const result = await next(args)
        tell('success')
        return result
      } catch (failure) {
        const error = toCloudError(failure)
        // AWS's way to say that it would do what it was asked about.
        tell(hasCode(error, 'DryRunOperation') ? 'success' : error.kind)
        throw failure
      }
    }
  }, aroundAll)
  return client
}
