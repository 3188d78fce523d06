import type { Sequelize } from 'sequelize'
import { execute, select, selectFirst } from '../sql'

/** Size and cost of an environment at one time. */
interface Sample {
  /** USD, of the instances. */
  costPerHour: number
  numInstances: number
  numLoadBalancers: number
}

interface TimedSample extends Sample {
  /** Its beginning; the figures are those of its end. */
  hour: Date
}

const insertSample = `
  INSERT INTO environment_samples (environment_id, hour, cost_per_hour, num_instances, num_load_balancers)
  SELECT $1, date_trunc('hour', $2::timestamptz, 'UTC'), $3, $4, $5
  WHERE NOT EXISTS (
    SELECT FROM (SELECT * FROM environment_samples WHERE environment_id = $1 ORDER BY hour DESC LIMIT 1) AS newest
    WHERE (cost_per_hour, num_instances, num_load_balancers) = ($3::double precision, $4::integer, $5::integer))
  ON CONFLICT (environment_id, hour) DO UPDATE
    SET cost_per_hour = excluded.cost_per_hour, num_instances = excluded.num_instances,
      num_load_balancers = excluded.num_load_balancers`

/** Keeps what an environment has at `now`, if that is not what it had: at most one row for an hour. */
export const keepSample = (
  sequelize: Sequelize,
  environmentId: string,
  { costPerHour, numInstances, numLoadBalancers }: Sample,
  now: Date,
) => execute(sequelize, insertSample, [environmentId, now, costPerHour, numInstances, numLoadBalancers])

const columns = `hour, cost_per_hour AS "costPerHour", num_instances AS "numInstances", num_load_balancers AS "numLoadBalancers"`

const selectSamples = `
  SELECT ${columns} FROM environment_samples
  WHERE environment_id = $1 AND hour >= coalesce(
    (SELECT max(hour) FROM environment_samples WHERE environment_id = $1 AND hour <= $2), $2)
  ORDER BY hour`

/** Samples of an environment since a time, oldest first, beginning with the one that held then. */
export const listSamples = (sequelize: Sequelize, environmentId: string, since: Date) =>
  select<TimedSample>(sequelize, selectSamples, [environmentId, since])

const deleteSamples = `
  WITH gone AS (
    DELETE FROM environment_samples WHERE ctid = ANY (ARRAY (
      SELECT old.ctid FROM environment_samples AS old
      WHERE old.hour < $1 AND EXISTS (
        SELECT 1 FROM environment_samples AS later
        WHERE later.environment_id = old.environment_id AND later.hour > old.hour AND later.hour <= $1)
      LIMIT $2 FOR UPDATE OF old SKIP LOCKED))
    RETURNING 1)
  SELECT count(*)::integer AS count FROM gone`

/** Removes samples from before a time, but of each environment not what it had then. @returns how many */
export const removeSamples = async (sequelize: Sequelize, until: Date, limit: number): Promise<number> =>
  (await selectFirst<{ count: number }>(sequelize, deleteSamples, [until, limit]))?.count ?? 0
