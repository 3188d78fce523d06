import { Sequelize } from 'sequelize'
import { AsyncVariable } from '../core/async-variable'

const current = new AsyncVariable<Map<string, unknown>>()

// With a second copy of this module, each would have a namespace of its own: what is nested in a transaction would begin another, and wait for the first for ever.
const isLoaded = Symbol.for('sdo.transactions')
if (isLoaded in Sequelize)
  throw new Error('db/transaction.ts was loaded twice: import it from one build only.')
Object.defineProperty(Sequelize, isLoaded, { value: true })

// Sequelize 6 finds the running transaction through a continuation-local namespace; this is one on AsyncVariable.
// With it no query inside `inTransaction` can forget to join.
Sequelize.useCLS({
  bind: (callback: unknown) => callback,
  get: (key: string) => current.get()?.get(key),
  set: (key: string, value: unknown) => void current.get()?.set(key, value),
  run: (callback: (context: unknown) => void) => current.run(new Map(), () => callback(undefined)),
})

/** Whether what runs now is part of a transaction. */
export const isInTransaction = (): boolean => Boolean(current.get()?.get('transaction'))

/** Runs `work` in one transaction: every query made inside joins it, a rejection rolls it back. Nested calls join the outer one. */
export function inTransaction<Result>(sequelize: Sequelize, work: () => Promise<Result>): Promise<Result> {
  if (isInTransaction()) return work()
  return sequelize.transaction(work)
}
