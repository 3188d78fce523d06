import { Op } from 'sequelize'
import { deploymentStates } from '../../core/resources/wire-states'
import type { Kind } from '../../core/resources/kinds'
import { AwsAccount } from '../../db/models/aws-account'
import { Deployment } from '../../db/models/deployment'
import { Environment } from '../../db/models/environment'
import { ExternalNetwork } from '../../db/models/external-network'
import { HostedZone } from '../../db/models/hosted-zone'
import { listen } from '../../db/listen'
import { runController } from '../runtime/controller-loop'
import type { ControllerMetrics } from '../runtime/metrics'
import { WorkQueue } from '../runtime/work-queue'
import type { MirrorDependencies } from './dependencies'
import { pendingRows } from '../../db/desired-revision'
import { createSync } from './sync'

interface MirrorOptions extends MirrorDependencies {
  /** Address at which notifications are listened for; that of `sequelize`. */
  databaseUrl: string
  metrics?: ControllerMetrics
  /** Every row and resource is compared at least this often, whatever was missed. */
  resyncSeconds?: number
}

const { QUEUED, DEPLOYING, LIVE } = deploymentStates

const kindsInOrder: Kind[] = ['AwsAccount', 'HostedZone', 'ExternalNetwork', 'Environment', 'Deployment']

/** Keys of the queue that stand for looking for rows, beside the keys of the rows. */
const pendingRowsKey = 'pending-rows'
const allRowsKey = 'all-rows'

/**
 * The bridge between Postgres and the resources, until `signal` aborts: what people ask goes down, what became of it comes
 * up. A notification only says that it is worth looking; what is done follows from the row and the resource alone.
 */
export async function runMirror(options: MirrorOptions, signal: AbortSignal): Promise<void> {
  const { store, databaseUrl, log, clock, metrics, resyncSeconds = 60 } = options
  const queue = new WorkQueue({ clock, backoff: { baseMilliseconds: 250, capMilliseconds: 30_000 } })
  const addRows = async (onlyPending: boolean) => {
    for (const key of await listKeys(onlyPending)) queue.add(key)
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
    }),
    runController(
      { name: 'mirror', queue, reconcile, keys: () => [allRowsKey], resyncSeconds, log, metrics, clock },
      signal,
    ),
  ])
}

async function listKeys(onlyPending: boolean): Promise<string[]> {
  const where = onlyPending ? pendingRows : {}
  const runs = { state: [QUEUED, DEPLOYING, LIVE] }
  const ids = { attributes: ['id'], where }
  const rows = {
    AwsAccount: await AwsAccount.findAll(ids),
    HostedZone: await HostedZone.findAll(ids),
    ExternalNetwork: await ExternalNetwork.findAll(ids),
    Environment: await Environment.findAll(ids),
    Deployment: await Deployment.findAll({
      attributes: ['id'],
      where: onlyPending ? pendingRows : { [Op.or]: [runs, pendingRows] },
      order: [['sequence', 'ASC']],
    }),
  }
  return kindsInOrder.flatMap((kind) => rows[kind].map(({ id }) => `${kind}/${id}`))
}
