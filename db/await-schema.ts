import { QueryTypes, type Sequelize } from 'sequelize'
import { backoffMilliseconds } from '../core/time/backoff'
import { systemClock, type Clock } from '../core/time/clock'
import type { Logger } from '../core/logging/logger'
import { codeOf, isPassing, StartFault, toStartFault } from '../core/start/start-fault'
import { TroubleLog } from '../core/logging/trouble-log'
import type { Migration } from './migrations'

export interface AwaitSchemaOptions {
  sequelize: Sequelize
  /** All migrations of this release. */
  migrations: Migration[]
  /** Further preparation that must succeed before anything can begin. */
  prepare?(): Promise<void>
  log: Logger
  signal: AbortSignal
  clock?: Clock
  random?: () => number
}

const pauses = { baseMilliseconds: 500, capMilliseconds: 10_000 }

/**
 * Waits until Postgres answers, with the schema of this release, and says that it waits. Resolves also when `signal` aborts.
 *
 * @throws StartFault when waiting cannot help
 */
export async function awaitSchema(options: AwaitSchemaOptions): Promise<void> {
  const { prepare, log, signal, clock = systemClock, random = Math.random } = options
  const trouble = new TroubleLog(log, clock, {
    trouble: 'Postgres is away: waiting for it',
    recovery: 'Postgres answers',
  })
  for (let failures = 1; !signal.aborted; failures++) {
    try {
      await requireSchema(options)
      await prepare?.()
      trouble.recovered()
      return
    } catch (error) {
      if (!isPassing(error)) throw toStartFault(error)
      trouble.failed(codeOf(error) ?? 'It does not answer.')
      await clock.sleep(backoffMilliseconds(failures, pauses, random), signal)
    }
  }
}

/** @throws StartFault for a schema that is older than `migrations`; what the driver throws when Postgres does not answer */
export async function requireSchema({
  sequelize,
  migrations,
}: Pick<AwaitSchemaOptions, 'sequelize' | 'migrations'>): Promise<void> {
  const rows = await sequelize.query<{ name: string }>('SELECT name FROM schema_migrations', {
    type: QueryTypes.SELECT,
  })
  const applied = new Set(rows.map(({ name }) => name))
  const missing = migrations.filter(({ name }) => !applied.has(name))
  if (missing.length > 0)
    throw new StartFault(
      `The schema of the database is older than this release: it lacks ${missing.map(({ name }) => name).join(', ')}.`,
      'Run: node build/migrate.js',
    )
}
