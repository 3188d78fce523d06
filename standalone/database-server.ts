import pg from 'pg'
import { StartError, type StandaloneOptions } from './options'
import { startEmbeddedPostgres } from './postgres/embedded-postgres'

export interface DatabaseServer {
  url: string
  stop(): Promise<void>
}

/**
 * The bundled Postgres, or the one that DATABASE_URL names, which stays running.
 *
 * @throws StartError if it cannot be reached or started
 */
export async function openDatabaseServer(
  { databaseUrl, dataDir }: StandaloneOptions,
  fail: (error: unknown) => void,
): Promise<DatabaseServer> {
  if (databaseUrl !== undefined) {
    await requireAnswer(databaseUrl)
    return { url: databaseUrl, stop: async () => undefined }
  }
  const postgres = await startEmbeddedPostgres({ dataDir })
  postgres.onExit((reason) => fail(new StartError(`The database is gone: ${reason}`)))
  return postgres
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
