import { AsyncLocalStorage } from 'node:async_hooks'

/** Nobody changes what is in here: whoever gives a variable a value does so in a copy. */
type Values = ReadonlyMap<AsyncVariable<unknown>, unknown>

/** One for all variables, because Node 20 does work for each storage at every promise. */
const storage = new AsyncLocalStorage<Values>()

/** A value that holds for some work and all that it awaits, as `AsyncContext.Variable` is proposed for JavaScript. */
export class AsyncVariable<Value> {
  /** The value for what runs now; undefined outside of `run`. */
  get(): Value | undefined {
    return storage.getStore()?.get(this) as Value | undefined
  }

  /** Does `work` with `value`. */
  run<Result>(value: Value, work: () => Result): Result {
    return storage.run(new Map(storage.getStore()).set(this, value), work)
  }
}
