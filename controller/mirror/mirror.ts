import type { Logger } from '../../core/logging/logger'
import { kindsInOrder, type Kind, type ResourceByKind } from '../../core/resources/kinds'
import type { LivenessBoard } from '../../core/observability/liveness'
import type { Clock } from '../../core/time/clock'
import { listen } from '../../db/listen'
import { mayBecomeIll } from '../deployments/illness'
import { runController } from '../runtime/controller-loop'
import type { ControllerMetrics } from '../runtime/metrics'
import { shardOf } from '../runtime/shard'
import type { Terms } from '../runtime/shard-terms'
import { WorkQueue } from '../runtime/work-queue'
import type { ResourceStore } from '../store/store'
import { Agreements } from './agreements'
import { listAwaited, listCompared, type SeenRow } from './mirrored-kinds'
import type { Sync } from './sync'

interface MirrorOptions {
  /** Watched here; written by `sync` of the terms. */
  store: Pick<ResourceStore, 'watch'>
  terms: Terms<{ sync: Sync }>
  clock: Clock
  log: Logger
  /** Address of the portal's database, at which notifications are listened for. */
  databaseUrl: string
  metrics?: ControllerMetrics
  /** Hears how the connection is on which notifications come. */
  board?: LivenessBoard
  /** Every row is compared at least this often with what it said when it was brought to its resource, whatever was missed. */
  resyncSeconds?: number
}

/**
 * The lanes, each with workers of its own, so that nothing of a later one is ever in the way: what people asked for, what reconcilers
 * answered, and what is looked at only because something may have been missed. Together they leave some connections to Postgres free.
 */
const workers = { asked: 3, answered: 3, surveyed: 2 }
type Lane = keyof typeof workers
const lanes = Object.keys(workers) as Lane[]

/** Keys of the queues that stand for looking for rows, beside the keys of the rows. */
const lookKeys: Partial<Record<Lane, string>> = { asked: 'awaited-rows', surveyed: 'all-rows' }

const keyOf = (kind: Kind, name: string) => `${kind}/${name}`
const kindOf = (key: string) => key.slice(0, key.indexOf('/')) as Kind
const nameOf = (key: string) => key.slice(key.indexOf('/') + 1)

/**
 * The bridge between Postgres and the resources, until `signal` aborts: what people ask goes down, what became of it comes
 * up, of what is in accounts that `terms` have. A notification only says that it is worth looking; what is done follows from the row and the
 * resource alone.
 */
export async function runMirror(options: MirrorOptions, signal: AbortSignal): Promise<void> {
  const { store, terms, databaseUrl, log, clock, metrics, board, resyncSeconds = 60 } = options
  const agreements = new Agreements(clock)
  const backoff = { baseMilliseconds: 250, capMilliseconds: 30_000 }
  const queues = Object.fromEntries(lanes.map((lane) => [lane, new WorkQueue({ clock, backoff })])) as Record<
    Lane,
    WorkQueue
  >
  const look = (lane: Lane) => queues[lane].add(lookKeys[lane] ?? '')
  // What is in no account that anybody knows of is in one of its own name, so that somebody has it.
  const accountOf = (key: string) => agreements.accountOf(key) ?? nameOf(key)
  const add = (lane: Lane, key: string) => {
    if (terms.has(accountOf(key))) queues[lane].add(key)
  }

  const saw = ({ kind, id, ...sides }: SeenRow): string => {
    const key = keyOf(kind, id)
    agreements.saw(key, sides)
    return key
  }
  const addAwaited = async () => {
    for (const key of (await listAwaited()).map(saw)) if (!agreements.isRowSettled(key)) add('asked', key)
  }
  const addCompared = async () => {
    const keys = new Set<string>()
    for await (const rows of listCompared())
      for (const key of rows.map(saw)) {
        keys.add(key)
        if (!agreements.isSettled(key)) add('surveyed', key)
      }
    agreements.keepOnly(keys)
  }
  const reconcile = async (lane: Lane, key: string): Promise<void> => {
    if (key === lookKeys.asked) return addAwaited()
    if (key === lookKeys.surveyed) return addCompared()
    // Meanwhile another lane came to it.
    if (lane === 'surveyed' && agreements.isSettled(key)) return
    await terms.run(accountOf(key), async ({ sync }) => {
      const agree = agreements.begin(key)
      await sync(kindOf(key), nameOf(key))
      agree()
    })
  }
  terms.onBegin((shard) => {
    for (const key of agreements.doubt((one) => shardOf(accountOf(one)) === shard)) add('surveyed', key)
    look('asked')
    look('surveyed')
  })

  const watch = <K extends Kind>(kind: K) => {
    // What exists is listed first, of which little is news.
    let lane: Lane = 'surveyed'
    store.watch(
      kind,
      {
        changed: (resource) => {
          const { name, resourceVersion } = resource.metadata
          const key = keyOf(kind, name)
          agreements.saw(key, { resourceVersion, isTimely: isTimely(resource), ...placeOf(resource) })
          if (!agreements.isResourceSettled(key)) add(lane, key)
        },
        removed: (name) => {
          const key = keyOf(kind, name)
          agreements.sawNoResource(key)
          add('answered', key)
        },
        synced: () => {
          lane = 'answered'
        },
      },
      signal,
    )
  }
  for (const kind of kindsInOrder) watch(kind)
  await Promise.all([
    listen({
      url: databaseUrl,
      channel: 'sdo_desired',
      onNotify: () => look('asked'),
      onConnect: () => {
        agreements.doubt(() => true)
        look('asked')
        look('surveyed')
      },
      signal,
      log,
      clock,
      board,
    }),
    ...lanes.map((lane) =>
      runController(
        {
          name: `mirror-${lane}`,
          queue: queues[lane],
          concurrency: workers[lane],
          reconcile: (key) => reconcile(lane, key),
          keys: () => [lookKeys[lane] ?? []].flat(),
          resyncSeconds,
          log,
          metrics,
          clock,
        },
        signal,
      ),
    ),
  ])
}

const isTimely = (resource: ResourceByKind[Kind]): boolean =>
  resource.kind === 'Environment' && resource.status !== undefined && mayBecomeIll(resource.status)

/** What a resource says of the account that it is in. */
function placeOf({ kind, metadata, spec }: ResourceByKind[Kind]) {
  if (kind === 'Deployment') return { sameAccountAs: keyOf('Environment', spec.environment) }
  return { awsAccount: kind === 'AwsAccount' ? metadata.name : spec.awsAccount }
}
