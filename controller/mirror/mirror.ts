import { kindsInOrder, type Kind } from '../../core/resources/kinds'
import type { LivenessBoard } from '../../core/observability/liveness'
import { listen } from '../../db/listen'
import { runController } from '../runtime/controller-loop'
import type { ControllerMetrics } from '../runtime/metrics'
import { WorkQueue } from '../runtime/work-queue'
import type { MirrorDependencies } from './dependencies'
import { listRows } from './mirrored-kinds'
import { createSync } from './sync'

interface MirrorOptions extends MirrorDependencies {
  /** Address at which notifications are listened for; that of `sequelize`. */
  databaseUrl: string
  metrics?: ControllerMetrics
  /** Hears how the connection is on which notifications come. */
  board?: LivenessBoard
  /** Every row and resource is compared at least this often, whatever was missed. */
  resyncSeconds?: number
}

/** Keys of the queue that stand for looking for rows, beside the keys of the rows. */
const pendingRowsKey = 'pending-rows'
const allRowsKey = 'all-rows'

/**
 * The bridge between Postgres and the resources, until `signal` aborts: what people ask goes down, what became of it comes
 * up. A notification only says that it is worth looking; what is done follows from the row and the resource alone.
 */
export async function runMirror(options: MirrorOptions, signal: AbortSignal): Promise<void> {
  const { store, databaseUrl, log, clock, metrics, board, resyncSeconds = 60 } = options
  const queue = new WorkQueue({ clock, backoff: { baseMilliseconds: 250, capMilliseconds: 30_000 } })
  const addRows = async (onlyPending: boolean) => {
    const rows = await listRows(onlyPending)
    for (const kind of kindsInOrder) for (const id of rows[kind]) queue.add(`${kind}/${id}`)
  }
  const sync = createSync(options)
  const reconcile = async (key: string): Promise<void> => {
    if (key === pendingRowsKey) return addRows(true)
    if (key === allRowsKey) return addRows(false)
    const [kind, id] = key.split('/') as [Kind, string]
    return sync(kind, id)
  }
  for (const kind of kindsInOrder)
    store.watch(
      kind,
      {
        changed: ({ metadata }) => queue.add(`${kind}/${metadata.name}`),
        removed: (name) => queue.add(`${kind}/${name}`),
      },
      signal,
    )
  await Promise.all([
    listen({
      url: databaseUrl,
      channel: 'sdo_desired',
      onNotify: () => queue.add(pendingRowsKey),
      onConnect: () => queue.add(allRowsKey),
      signal,
      log,
      clock,
      board,
    }),
    runController(
      { name: 'mirror', queue, reconcile, keys: () => [allRowsKey], resyncSeconds, log, metrics, clock },
      signal,
    ),
  ])
}
