import { QueryTypes } from 'sequelize'
import type { Environment as EnvironmentResource, EnvironmentStatus } from '../../core/resources/environment'
import { statusTypeOf } from '../../core/resources/environment-status'
import type { Environment } from '../../db/models/environment'
import { LogMessage } from '../../db/models/log-message'
import { isObserved } from './is-observed'

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
): Promise<number> {
  const fresh = status.events
    .filter(({ sequence }) => sequence > row.mirroredEventSequence)
    .sort((a, b) => a.sequence - b.sequence)
  const newest = fresh.at(-1)?.sequence ?? row.mirroredEventSequence
  await LogMessage.bulkCreate(
    fresh.map(({ sequence, type, severity, message, epoch }) => ({
      environmentId: row.id,
      sequence,
      type,
      severity,
      message,
      createdAt: new Date(epoch),
    })),
    { ignoreDuplicates: true },
  )
  await row.sequelize.query(
    `UPDATE environments
        SET status = $2::jsonb,
            mirrored_event_sequence = greatest(mirrored_event_sequence, $3),
            status_type = CASE WHEN $4 AND mirrored_revision >= desired_revision THEN $5 ELSE status_type END,
            status_message = CASE WHEN $4 AND mirrored_revision >= desired_revision THEN $6 ELSE status_message END
      WHERE id = $1`,
    {
      // The log has a table of its own; repeating it in every status would only cost space.
      bind: [
        row.id,
        JSON.stringify({ ...status, events: [] }),
        newest,
        isObserved(resource) && (!row.deletingAt || isDeletion(status)),
        statusTypeOf(status.phase),
        status.message,
      ],
      type: QueryTypes.UPDATE,
    },
  )
  return newest
}

const isDeletion = ({ phase }: EnvironmentStatus) => phase === 'Deleting' || phase === 'Failure'
