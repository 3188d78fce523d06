import pg from 'pg'
import { systemClock, type Clock } from '../../core/time/clock'
import type { Logger } from '../../core/logging/logger'
import type { Kind, ResourceByKind } from '../../core/resources/kinds'
import { listen } from '../../db/listen'
import { ResourceTable } from '../../db/resource-table'
import type { LeaseStore } from '../runtime/lease-store'
import type { WatchListener } from '../runtime/watch-report'
import { createPostgresLeases } from './postgres-leases'
import { PostgresResources } from './postgres-resources'
import { PostgresWatch } from './postgres-watch'
import type { ResourceStore } from './store'

interface PostgresStoreOptions {
  /** Address of a migrated database. */
  url: string
  log: Logger
  clock?: Clock
  random?: () => number
  maxConnections?: number
  /** How often a watch reads everything again although nothing was heard. */
  resyncSeconds?: number
}

/** The resource store of installations without Kubernetes. It has a connection pool of its own; `close` ends it. */
export const createPostgresStore = (options: PostgresStoreOptions): ResourceStore =>
  new PostgresStore(options)

class PostgresStore extends PostgresResources implements ResourceStore {
  readonly leases: LeaseStore
  private readonly pool: pg.Pool
  private readonly watches = new Set<{ kind: Kind; watch: PostgresWatch<Kind> }>()
  private readonly stopping = new AbortController()
  private listening: Promise<void> | undefined

  constructor(private readonly options: PostgresStoreOptions) {
    const { url, log, clock = systemClock, maxConnections = 10 } = options
    const pool = new pg.Pool({
      connectionString: url,
      max: maxConnections,
      keepAlive: true,
      connectionTimeoutMillis: 10_000,
      query_timeout: 30_000,
      application_name: 'sdo-store',
    })
    // An idle connection that breaks is replaced at the next query; without a listener it would end the process.
    pool.on('error', (error) => log.warn({ reason: error.message }, 'A connection of the store broke'))
    super(new ResourceTable(pool), clock)
    this.pool = pool
    this.leases = createPostgresLeases(pool)
  }

  record(): void {
    // Nobody looks for Events here.
  }

  watch<K extends Kind>(kind: K, handlers: WatchListener<ResourceByKind[K]>, signal: AbortSignal): void {
    const { log, clock = systemClock, random = Math.random, resyncSeconds = 300 } = this.options
    const ended = AbortSignal.any([signal, this.stopping.signal])
    const watch = new PostgresWatch({
      kind,
      resources: this,
      handlers,
      resyncSeconds,
      clock,
      random,
      log,
      signal: ended,
    })
    const entry = { kind, watch: watch as unknown as PostgresWatch<Kind> }
    this.watches.add(entry)
    ended.addEventListener('abort', () => this.watches.delete(entry), { once: true })
    this.listening ??= this.listen()
  }

  async close(): Promise<void> {
    this.stopping.abort()
    await this.listening
    await this.pool.end()
  }

  private listen(): Promise<void> {
    const { url, log, clock = systemClock, random = Math.random } = this.options
    return listen({
      url,
      channel: 'sdo_resources',
      onConnect: () => this.watches.forEach(({ watch }) => watch.noticedEverything()),
      onNotify: (payload) => {
        const [kind, name = ''] = payload.split('/', 2)
        for (const entry of this.watches) if (entry.kind === kind) entry.watch.noticed(name)
      },
      signal: this.stopping.signal,
      log,
      clock,
      random,
    })
  }
}
