import { kindsInOrder, type Kind, type ResourceByKind } from '../../core/resources/kinds'
import type { LivenessBoard } from '../../core/observability/liveness'
import { listen } from '../../db/listen'
import { mayBecomeIll } from '../deployments/illness'
import { runController } from '../runtime/controller-loop'
import type { ControllerMetrics } from '../runtime/metrics'
import { WorkQueue } from '../runtime/work-queue'
import { Agreements } from './agreements'
import type { MirrorDependencies } from './dependencies'
import { listAwaited, listCompared, type SeenRow } from './mirrored-kinds'
import { createSync } from './sync'

interface MirrorOptions extends MirrorDependencies {
  /** Address at which notifications are listened for; that of `sequelize`. */
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

/**
 * The bridge between Postgres and the resources, until `signal` aborts: what people ask goes down, what became of it comes
 * up. A notification only says that it is worth looking; what is done follows from the row and the resource alone.
 */
export async function runMirror(options: MirrorOptions, signal: AbortSignal): Promise<void> {
  const { store, databaseUrl, log, clock, metrics, board, resyncSeconds = 60 } = options
  const agreements = new Agreements(clock)
  const backoff = { baseMilliseconds: 250, capMilliseconds: 30_000 }
  const queues = Object.fromEntries(lanes.map((lane) => [lane, new WorkQueue({ clock, backoff })])) as Record<
    Lane,
    WorkQueue
  >
  const look = (lane: Lane) => queues[lane].add(lookKeys[lane] ?? '')
  const sync = createSync(options)

  const saw = ({ kind, id, revision, isPending }: SeenRow): string => {
    const key = keyOf(kind, id)
    agreements.saw(key, { revision, isPending })
    return key
  }
  const addAwaited = async () => {
    for (const key of (await listAwaited()).map(saw)) if (!agreements.isRowSettled(key)) queues.asked.add(key)
  }
  const addCompared = async () => {
    const keys = new Set<string>()
    for await (const rows of listCompared())
      for (const key of rows.map(saw)) {
        keys.add(key)
        if (!agreements.isSettled(key)) queues.surveyed.add(key)
      }
    agreements.keepOnly(keys)
  }
  const reconcile = async (lane: Lane, key: string): Promise<void> => {
    if (key === lookKeys.asked) return addAwaited()
    if (key === lookKeys.surveyed) return addCompared()
    // Meanwhile another lane came to it.
    if (lane === 'surveyed' && agreements.isSettled(key)) return
    const agree = agreements.begin(key)
    const [kind, name] = key.split('/') as [Kind, string]
    await sync(kind, name)
    agree()
  }

  const watch = <K extends Kind>(kind: K) => {
    // What exists is listed first, of which little is news.
    let lane: Lane = 'surveyed'
    store.watch(
      kind,
      {
        changed: (resource) => {
          const { name, resourceVersion } = resource.metadata
          const key = keyOf(kind, name)
          agreements.saw(key, { resourceVersion, isTimely: isTimely(resource) })
          if (!agreements.isResourceSettled(key)) queues[lane].add(key)
        },
        removed: (name) => {
          const key = keyOf(kind, name)
          agreements.sawNoResource(key)
          queues.answered.add(key)
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
        agreements.doubtAll()
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
