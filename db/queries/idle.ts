import type { Sequelize } from 'sequelize'
import type { RequestsRead } from '../../core/environment/request-metrics'
import { deploymentStates } from '../../core/resources/wire-states'
import { execute, select, selectFirst } from '../sql'

const { QUEUED, DEPLOYING } = deploymentStates

/** What follows without a gap makes the time longer; after one it begins anew. */
const upsertReads = `
  INSERT INTO request_reads AS known (environment_id, from_time, until_time)
  SELECT id, $2, $3 FROM environments WHERE id = ANY ($1::text[]::uuid[])
  ON CONFLICT (environment_id) DO UPDATE SET
    from_time = CASE WHEN excluded.from_time <= known.until_time THEN least(known.from_time, excluded.from_time) ELSE excluded.from_time END,
    until_time = greatest(known.until_time, excluded.until_time)`

/** Keeps that all requests of a time were read, also where there were none. */
export const keepRequestsRead = (
  sequelize: Sequelize,
  { environmentIds, fromEpoch, untilEpoch }: RequestsRead,
): Promise<void> =>
  execute(sequelize, upsertReads, [[...environmentIds], new Date(fromEpoch), new Date(untilEpoch)])

const selectQuiet = `
  SELECT e.id
  FROM environments AS e JOIN request_reads AS known ON known.environment_id = e.id
  WHERE e.sleep_after_minutes > 0 AND e.request_metrics = 'CLOUDWATCH' AND e.deleting_at IS NULL AND NOT e.is_asleep
    AND known.until_time - known.from_time >= make_interval(mins => e.sleep_after_minutes)
    AND NOT EXISTS (
      SELECT FROM request_spans AS span
      WHERE span.environment_id = e.id AND span.requests > 0
        AND span.time > known.until_time - make_interval(mins => e.sleep_after_minutes))
  ORDER BY e.id`

/** Ids of environments without a request for as long as they are to sleep after; whether it is time is for who looks at each. */
export const listQuiet = async (sequelize: Sequelize): Promise<string[]> =>
  (await select<{ id: string }>(sequelize, selectQuiet)).map(({ id }) => id)

const selectQuietness = `
  SELECT known.from_time AS "from", known.until_time AS "until",
    (SELECT max(time) FROM request_spans WHERE environment_id = e.id AND requests > 0) AS "lastRequest",
    (SELECT max(finished_at) FROM deployments WHERE environment_id = e.id) AS "deployed",
    EXISTS (SELECT FROM deployments WHERE environment_id = e.id AND state IN (${QUEUED}, ${DEPLOYING})) AS "isDeploying"
  FROM environments AS e LEFT JOIN request_reads AS known ON known.environment_id = e.id
  WHERE e.id = $1`

/** What is known of requests to an environment and of its deployments; null where nothing is. */
interface Quietness {
  from: Date | null
  until: Date | null
  /** Where the newest figure begins that has requests. */
  lastRequest: Date | null
  /** When its last deployment ended. */
  deployed: Date | null
  isDeploying: boolean
}

export const findQuietness = (sequelize: Sequelize, environmentId: string): Promise<Quietness | undefined> =>
  selectFirst<Quietness>(sequelize, selectQuietness, [environmentId])
