import type { Sequelize } from 'sequelize'
import type { Billed } from '../../core/charges/bill'
import { execute, select, selectFirst } from '../sql'
import { billOfRow } from './bill-of-row'

/** An hour in which something changed. */
export interface HourlySample {
  /** Its beginning. */
  hour: Date
  /** From when on the following hold, to the end of the hour and until the next one in which something changed. */
  changedAt: Date
  /** USD, the whole bill. */
  costPerHour: number
  numInstances: number
  /** USD, from the beginning of the hour to `changedAt`. */
  spent: number
  /** The most of the hour. */
  highestPerHour: number
  mostInstances: number
}

const hoursBetween = (from: string, to: string) => `greatest(0, extract(epoch FROM ${to} - ${from}) / 3600)`

const insertSample = `
  WITH present AS (
    SELECT date_trunc('hour', $2::timestamptz, 'UTC') AS hour, $2::timestamptz AS changed_at, $3::double precision AS cost_per_hour,
      $4::integer AS num_instances, $5::integer AS num_load_balancers
  ), before AS (SELECT * FROM environment_samples WHERE environment_id = $1 ORDER BY hour DESC LIMIT 1)
  INSERT INTO environment_samples AS sample
    (environment_id, hour, changed_at, cost_per_hour, num_instances, num_load_balancers, spent, highest_per_hour, most_instances)
  SELECT $1, present.hour, present.changed_at, present.cost_per_hour, present.num_instances, present.num_load_balancers,
    coalesce(${billOfRow('before')}, 0) * ${hoursBetween('present.hour', 'present.changed_at')},
    greatest(${billOfRow('present')}, ${billOfRow('before')}), greatest(present.num_instances, before.num_instances)
  FROM present LEFT JOIN before ON true
  WHERE (present.cost_per_hour, present.num_instances, present.num_load_balancers)
    IS DISTINCT FROM (before.cost_per_hour, before.num_instances, before.num_load_balancers)
  ON CONFLICT (environment_id, hour) DO UPDATE SET
    spent = sample.spent + ${billOfRow('sample')} * ${hoursBetween('coalesce(sample.changed_at, sample.hour)', 'excluded.changed_at')},
    highest_per_hour = greatest(sample.highest_per_hour, excluded.highest_per_hour),
    most_instances = greatest(sample.most_instances, excluded.most_instances),
    changed_at = excluded.changed_at, cost_per_hour = excluded.cost_per_hour,
    num_instances = excluded.num_instances, num_load_balancers = excluded.num_load_balancers`

/** Keeps what an environment has from `now` on, if that is not what it had: at most one row for an hour. */
export const keepSample = (
  sequelize: Sequelize,
  environmentId: string,
  { instancesPerHour, numInstances, numLoadBalancers }: Billed,
  now: Date,
) => execute(sequelize, insertSample, [environmentId, now, instancesPerHour, numInstances, numLoadBalancers])

// The release before may have written the last figures, and nothing else.
export const sampleColumns = `
  hour, coalesce(changed_at, hour) AS "changedAt", ${billOfRow('sample')} AS "costPerHour", num_instances AS "numInstances", spent,
  greatest(highest_per_hour, ${billOfRow('sample')}) AS "highestPerHour", greatest(most_instances, num_instances) AS "mostInstances"`

const selectSamples = `
  SELECT ${sampleColumns} FROM environment_samples AS sample
  WHERE environment_id = $1 AND hour >= coalesce(
    (SELECT max(hour) FROM environment_samples WHERE environment_id = $1 AND hour <= $2), $2)
  ORDER BY hour`

/** Samples of an environment since a time, oldest first, beginning with the one that held then. */
export const listSamples = (sequelize: Sequelize, environmentId: string, since: Date) =>
  select<HourlySample>(sequelize, selectSamples, [environmentId, since])

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
