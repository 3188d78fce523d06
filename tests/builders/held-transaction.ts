import pg from 'pg'
import { vi } from 'vitest'

/** Something done on a connection of its own that nobody sees yet, and that others have to wait for. */
export interface HeldTransaction {
  client: pg.Client
  /** Resolves when somebody waits for a lock, or when `work` ends without having waited. */
  untilWaitedFor(work: Promise<unknown>): Promise<void>
  commit(): Promise<void>
}

export async function hold(url: string, sql: string, values: unknown[]): Promise<HeldTransaction> {
  const [client, observer] = [1, 2].map(() => new pg.Client({ connectionString: url })) as [
    pg.Client,
    pg.Client,
  ]
  await Promise.all([client.connect(), observer.connect()])
  await client.query('BEGIN')
  await client.query(sql, values)
  const countWaiting = async () => {
    const { rows } = await observer.query<{ waiting: number }>(
      "SELECT count(*)::integer AS waiting FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
    )
    return rows[0]?.waiting ?? 0
  }
  return {
    client,
    async untilWaitedFor(work) {
      let isOver = false
      const ended = () => (isOver = true)
      work.then(ended, ended)
      await vi.waitUntil(async () => isOver || (await countWaiting()) > 0, { timeout: 15_000, interval: 5 })
    },
    async commit() {
      await client.query('COMMIT')
      await Promise.all([client.end(), observer.end()])
    },
  }
}

/** What counts attempts: whoever is refused may have tried. */
const uncounted = ['attempt_limits']

/** A digest of every row of each table, as `client` sees them. */
export async function fingerprint(client: pg.Client): Promise<Record<string, string>> {
  const { rows: tables } = await client.query<{ name: string }>(
    "SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' AND tablename <> ALL ($1) ORDER BY 1",
    [uncounted],
  )
  const digests: Record<string, string> = {}
  for (const { name } of tables) {
    const { rows } = await client.query<{ digest: string }>(
      `SELECT md5(coalesce(string_agg(t::text, '|' ORDER BY t::text), '')) AS digest FROM ${pg.escapeIdentifier(name)} t`,
    )
    digests[name] = rows[0]?.digest ?? ''
  }
  return digests
}
