import pg from 'pg'
import { systemClock, type Clock } from '../core/time/clock'
import type { Logger } from '../core/logging/logger'
import { StartError, type StandaloneOptions } from './options'
import { startEmbeddedPostgres, type EmbeddedPostgres } from './postgres/embedded-postgres'

interface DatabaseServer {
  url: string
  stop(): Promise<void>
}

const restartPauseMilliseconds = 500
const maximalRestarts = 10

/**
 * The bundled Postgres, or the one that DATABASE_URL names, which is nobody's to stop.
 *
 * @param fail is called when the bundled one ended and cannot be started again
 * @throws StartError if it cannot be reached or started
 */
export async function openDatabaseServer(
  { databaseUrl, dataDir }: Pick<StandaloneOptions, 'databaseUrl' | 'dataDir'>,
  log: Logger,
  fail: (error: unknown) => void,
): Promise<DatabaseServer> {
  if (databaseUrl === undefined) return keepPostgresRunning(dataDir, log, fail)
  await requireAnswer(databaseUrl)
  return { url: databaseUrl, stop: async () => undefined }
}

/** Starts the bundled Postgres, and again at the same address whenever it ends unasked. */
async function keepPostgresRunning(
  dataDir: string,
  log: Logger,
  fail: (error: unknown) => void,
  clock: Clock = systemClock,
): Promise<DatabaseServer> {
  let isStopping = false
  let restarting: Promise<void> = Promise.resolve()
  const first = await startEmbeddedPostgres({ dataDir })
  const port = Number(new URL(first.url).port)
  let present = first
  watch(first)

  function watch(postgres: EmbeddedPostgres): void {
    postgres.onExit((reason) => {
      log.error({ reason }, 'The database ended')
      restarting = restart(reason)
    })
  }

  async function restart(reason: string): Promise<void> {
    for (let attempt = 1; !isStopping; attempt += 1) {
      try {
        present = await startEmbeddedPostgres({ dataDir, port })
        watch(present)
        log.info('The database is back')
        return
      } catch (error) {
        log.warn({ err: error }, 'The database could not be started again')
        if (attempt >= maximalRestarts) return fail(new StartError(`The database is gone. ${reason}`))
        await clock.sleep(restartPauseMilliseconds)
      }
    }
  }

  return {
    url: first.url,
    async stop() {
      isStopping = true
      await restarting
      await present.stop()
    },
  }
}

async function requireAnswer(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 })
  try {
    await client.connect()
    await client.end()
  } catch (cause) {
    const reason =
      cause instanceof Error ? cause.message || String((cause as NodeJS.ErrnoException).code) : String(cause)
    throw new StartError(`The database that DATABASE_URL names does not answer: ${reason}.`, { cause })
  }
}
