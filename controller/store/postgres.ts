import pg from 'pg'
import { systemClock, type Clock } from '../../core/time/clock'
import type { Logger } from '../../core/logging/logger'
import type { Kind } from '../../core/resources/kinds'
import { listen } from '../../db/listen'
import { ResourceTable } from '../../db/resource-table'
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
export function createPostgresStore({
  url,
  log,
  clock = systemClock,
  random = Math.random,
  maxConnections = 10,
  resyncSeconds = 300,
}: PostgresStoreOptions): ResourceStore {
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

  const resources = new PostgresResources(new ResourceTable(pool), clock)
  const watches = new Set<{ kind: Kind; watch: PostgresWatch<Kind> }>()
  const stopping = new AbortController()
  let listening: Promise<void> | undefined

  const startListening = () =>
    listen({
      url,
      channel: 'sdo_resources',
      onConnect: () => watches.forEach(({ watch }) => watch.noticedEverything()),
      onNotify(payload) {
        const [kind, name = ''] = payload.split('/', 2)
        for (const entry of watches) if (entry.kind === kind) entry.watch.noticed(name)
      },
      signal: stopping.signal,
      log,
      clock,
      random,
    })

  return {
    leases: createPostgresLeases(pool),
    get: (kind, name) => resources.get(kind, name),
    list: (kind, labels) => resources.list(kind, labels),
    apply: (kind, write) => resources.apply(kind, write),
    annotate: (kind, name, annotations) => resources.annotate(kind, name, annotations),
    removeAnnotation: (kind, resource, annotation) => resources.removeAnnotation(kind, resource, annotation),
    replaceStatus: (kind, resource, status) => resources.replaceStatus(kind, resource, status),
    dropFinalizer: (kind, resource) => resources.dropFinalizer(kind, resource),
    hold: (kind, resource) => resources.hold(kind, resource),
    requestDelete: (kind, name) => resources.requestDelete(kind, name),
    record: () => undefined,

    watch(kind, handlers, signal) {
      const ended = AbortSignal.any([signal, stopping.signal])
      const watch = new PostgresWatch({
        kind,
        resources,
        handlers,
        resyncSeconds,
        clock,
        random,
        log,
        signal: ended,
      })
      const entry = { kind, watch: watch as unknown as PostgresWatch<Kind> }
      watches.add(entry)
      ended.addEventListener('abort', () => watches.delete(entry), { once: true })
      listening ??= startListening()
    },

    async close() {
      stopping.abort()
      await listening
      await pool.end()
    },
  }
}
