import type { Sequelize } from 'sequelize'
import type { Billed, BillQuantities, Metered } from '../../core/charges/bill'
import { execute, select, selectFirst } from '../sql'
import { instancePerHour, loadBalancerWithAddressesPerHour } from '../../core/charges/charges'

/** SQL of the bill an hour, as `billOf` has it, of a row that has the figures of an environment; 0 before there are any. */
export const billOfRow = (row: string) =>
  `(coalesce(${row}.cost_per_hour, 0) + coalesce(${row}.num_instances, 0) * ${instancePerHour} + coalesce(${row}.num_load_balancers, 0) * ${loadBalancerWithAddressesPerHour})`

/** An hour in which something changed. */
export interface HourlySample {
  /** Its beginning. */
  hour: Date
  /** From when on the following hold, to the end of the hour and until the next one in which something changed. */
  changedAt: Date
  /** USD, the whole bill. */
  costPerHour: number
  numInstances: number
  /** What the bill an hour is worked out of; null where a release wrote it that did not say. */
  perHour: BillQuantities | null
  /** USD, from the beginning of the hour to `changedAt`. */
  spent: number
  /** What of that is known to be worked out of what. What is charged by use is not in `spent`, and is of the whole hour. */
  spentOn: BillQuantities
  /** The most of the hour. */
  highestPerHour: number
  mostInstances: number
}

/** Of a sample that does not say how it splits. */
export const nothingKnown: BillQuantities = {
  spot: 0,
  onDemand: 0,
  surplusCpu: 0,
  instances: 0,
  loadBalancers: 0,
  logBytes: 0,
  capacityUnitHours: 0,
}

const hoursBetween = (from: string, to: string) => `greatest(0, extract(epoch FROM ${to} - ${from}) / 3600)`

/** Where each quantity is kept, and SQL of how much a row adds to it an hour. */
const quantities: Record<
  Exclude<keyof BillQuantities, keyof Metered>,
  { column: string; perHour: (row: string) => string }
> = {
  spot: { column: 'spent_spot', perHour: (row) => `${row}.spot_per_hour` },
  onDemand: {
    column: 'spent_on_demand',
    perHour: (row) =>
      `greatest(0, ${row}.cost_per_hour - ${row}.spot_per_hour - ${row}.surplus_cpu_per_hour)`,
  },
  surplusCpu: { column: 'spent_surplus_cpu', perHour: (row) => `${row}.surplus_cpu_per_hour` },
  instances: { column: 'instance_hours', perHour: (row) => `${row}.num_instances` },
  loadBalancers: { column: 'load_balancer_hours', perHour: (row) => `${row}.num_load_balancers` },
}
/** What is charged by use: where what an hour added is kept, and where the counter. Nothing of it goes on by itself. */
const metered: Record<keyof Metered, { column: string; counter: string }> = {
  logBytes: { column: 'log_bytes', counter: 'log_bytes_counted' },
  capacityUnitHours: { column: 'capacity_unit_hours', counter: 'capacity_unit_hours_counted' },
}
const meters = Object.values(metered)
const namesOfMeters = Object.keys(metered) as (keyof Metered)[]
const kept = Object.values(quantities)
const columns = kept.map(({ column }) => column).join(', ')

const changedAt = (row: string) => `coalesce(${row}.changed_at, ${row}.hour)`

/** Whether what a row has now is split: the release before changes it and not when it was. */
const isSplit = (row: string) => `coalesce(${row}.split_at = ${changedAt(row)}, false)`

/** SQL of what a row adds to each quantity from one time to another. */
const spentBetween = (row: string, from: string, to: string) =>
  kept.map(
    ({ perHour }) => `CASE WHEN ${isSplit(row)} THEN ${perHour(row)} * ${hoursBetween(from, to)} ELSE 0 END`,
  )

const spentSince = spentBetween('sample', changedAt('sample'), 'excluded.changed_at')

const meterParameter = (index: number) => `$${8 + index}::double precision`

/** SQL of a counter when it was last kept, 0 before: a release that does not know it may have written rows since. */
const lastOf = (counter: string) =>
  `coalesce((SELECT ${counter} FROM environment_samples WHERE environment_id = $1 AND ${counter} IS NOT NULL ORDER BY hour DESC LIMIT 1), 0)`

const insertSample = `
  WITH present AS (
    SELECT date_trunc('hour', $2::timestamptz, 'UTC') AS hour, $2::timestamptz AS changed_at, $3::double precision AS cost_per_hour,
      $4::integer AS num_instances, $5::integer AS num_load_balancers, coalesce($6::double precision, 0) AS spot_per_hour,
      coalesce($7::double precision, 0) AS surplus_cpu_per_hour, CASE WHEN $6::double precision IS NOT NULL THEN $2::timestamptz END AS split_at
      ${meters.map(({ counter }, index) => `, ${meterParameter(index)} AS ${counter}`).join('')}
  ), before AS (SELECT * FROM environment_samples WHERE environment_id = $1 ORDER BY hour DESC LIMIT 1)
  INSERT INTO environment_samples AS sample
    (environment_id, hour, changed_at, cost_per_hour, num_instances, num_load_balancers, spot_per_hour, surplus_cpu_per_hour, split_at,
    spent, highest_per_hour, most_instances, ${columns}, ${meters.map(({ column, counter }) => `${column}, ${counter}`).join(', ')})
  SELECT $1, present.hour, present.changed_at, present.cost_per_hour, present.num_instances, present.num_load_balancers,
    present.spot_per_hour, present.surplus_cpu_per_hour, present.split_at,
    coalesce(${billOfRow('before')}, 0) * ${hoursBetween('present.hour', 'present.changed_at')},
    greatest(${billOfRow('present')}, ${billOfRow('before')}), greatest(present.num_instances, before.num_instances),
    ${spentBetween('before', 'present.hour', 'present.changed_at').join(', ')},
    ${meters.map(({ counter }) => `greatest(0, coalesce(present.${counter} - ${lastOf(counter)}, 0)), present.${counter}`).join(', ')}
  FROM present LEFT JOIN before ON true
  WHERE (present.cost_per_hour, present.num_instances, present.num_load_balancers)
      IS DISTINCT FROM (before.cost_per_hour, before.num_instances, before.num_load_balancers)
    OR (present.split_at IS NOT NULL AND (NOT ${isSplit('before')}
      OR (present.spot_per_hour, present.surplus_cpu_per_hour) IS DISTINCT FROM (before.spot_per_hour, before.surplus_cpu_per_hour)))
    ${meters.map(({ counter }) => `OR present.${counter} <> ${lastOf(counter)}`).join(' ')}
  ON CONFLICT (environment_id, hour) DO UPDATE SET
    spent = sample.spent + ${billOfRow('sample')} * ${hoursBetween(changedAt('sample'), 'excluded.changed_at')},
    highest_per_hour = greatest(sample.highest_per_hour, excluded.highest_per_hour),
    most_instances = greatest(sample.most_instances, excluded.most_instances),
    ${kept.map(({ column }, index) => `${column} = sample.${column} + ${spentSince[index]}`).join(', ')},
    ${meters.map(({ column, counter }) => `${column} = sample.${column} + excluded.${column}, ${counter} = coalesce(excluded.${counter}, sample.${counter})`).join(', ')},
    changed_at = excluded.changed_at, cost_per_hour = excluded.cost_per_hour,
    num_instances = excluded.num_instances, num_load_balancers = excluded.num_load_balancers,
    spot_per_hour = excluded.spot_per_hour, surplus_cpu_per_hour = excluded.surplus_cpu_per_hour, split_at = excluded.split_at`

/** Keeps what an environment has from `now` on, if that is not what it had: at most one row for an hour. */
export const keepSample = (
  sequelize: Sequelize,
  environmentId: string,
  { instancesPerHour, numInstances, numLoadBalancers, split, metered: counted }: Billed,
  now: Date,
) =>
  execute(sequelize, insertSample, [
    ...[environmentId, now, instancesPerHour, numInstances, numLoadBalancers],
    ...[split?.spotPerHour ?? null, split?.surplusCpuPerHour ?? null],
    ...namesOfMeters.map((name) => counted?.[name] ?? null),
  ])

const objectOf = (
  valueOf: (quantity: (typeof kept)[number]) => string,
  valueOfMeter: (meter: (typeof meters)[number]) => string,
) =>
  `jsonb_build_object(${[
    ...Object.entries(quantities).map(([name, quantity]) => `'${name}', ${valueOf(quantity)}`),
    ...Object.entries(metered).map(([name, meter]) => `'${name}', ${valueOfMeter(meter)}`),
  ].join(', ')})`

// The release before may have written the last figures, and nothing else.
export const sampleColumns = `
  sample.hour, ${changedAt('sample')} AS "changedAt", ${billOfRow('sample')} AS "costPerHour", sample.num_instances AS "numInstances",
  CASE WHEN ${isSplit('sample')} THEN ${objectOf(
    ({ perHour }) => perHour('sample'),
    () => '0',
  )} END AS "perHour",
  sample.spent, ${objectOf(
    ({ column }) => `sample.${column}`,
    ({ column }) => `sample.${column}`,
  )} AS "spentOn",
  greatest(sample.highest_per_hour, ${billOfRow('sample')}) AS "highestPerHour", greatest(sample.most_instances, sample.num_instances) AS "mostInstances"`

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
