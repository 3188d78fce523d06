import { billedOf } from '../../core/resources/billed'
import type { Environment as EnvironmentResource, EnvironmentStatus } from '../../core/resources/environment'
import { statusTypeOf } from '../../core/resources/wire-states'
import type { Environment } from '../../db/models/environment'
import { keepSample } from '../../db/queries/environment-samples'
import { recordEnvironment } from '../../db/queries/environments'
import { LogMessage } from '../../db/models/log-message'
import { isObserved } from './ensure-applied'

/**
 * Takes an environment's status and its new log lines into Postgres. What people see as its state is written only when it
 * answers the row as it is now; until then it keeps what the service set when something was asked.
 *
 * @returns sequence of the newest log line that Postgres has
 */
export async function recordEnvironmentStatus(
  row: Environment,
  resource: EnvironmentResource,
  status: EnvironmentStatus,
  now: number,
): Promise<number> {
  const fresh = status.events
    .filter(({ sequence }) => sequence > row.mirroredEventSequence)
    .sort((a, b) => a.sequence - b.sequence)
  const newest = fresh.at(-1)?.sequence ?? row.mirroredEventSequence
  await LogMessage.bulkCreate(
    fresh.map(({ epoch, fleetChange, news, outage, reason: _forOperators, ...line }) => ({
      ...line,
      environmentId: row.id,
      fleetChange: fleetChange?.kind,
      savingPerHour: fleetChange?.savingPerHour,
      news: outage ?? news,
      createdAt: new Date(epoch),
    })),
    { ignoreDuplicates: true },
  )
  const isAnswer = isObserved(resource) && (!row.deletingAt || isDeletion(status))
  await recordEnvironment(row.sequelize, row.id, {
    // The log has a table of its own; repeating it in every status would only cost space.
    status: { ...status, events: [] },
    newest,
    shown: isAnswer ? { statusType: statusTypeOf(status.phase), statusMessage: status.message } : undefined,
  })
  await keepSample(row.sequelize, row.id, billedOf(status), new Date(now))
  return newest
}

const isDeletion = ({ phase }: EnvironmentStatus) => phase === 'Deleting' || phase === 'Failure'
