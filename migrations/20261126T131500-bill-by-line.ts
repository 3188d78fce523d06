import type { QueryInterface } from 'sequelize'

/**
 * How what an environment spent in an hour, and what it costs from then on, splits into lines of the bill. The release before writes none of
 * it: what costs now is split as long as `split_at` is when it changed last.
 */
export const up = ({ context }: { context: QueryInterface }) =>
  context.sequelize.query(`
    ALTER TABLE environment_samples
      ADD COLUMN split_at timestamptz,
      ADD COLUMN spot_per_hour double precision NOT NULL DEFAULT 0,
      ADD COLUMN surplus_cpu_per_hour double precision NOT NULL DEFAULT 0,
      ADD COLUMN spent_spot double precision NOT NULL DEFAULT 0,
      ADD COLUMN spent_on_demand double precision NOT NULL DEFAULT 0,
      ADD COLUMN spent_surplus_cpu double precision NOT NULL DEFAULT 0,
      ADD COLUMN instance_hours double precision NOT NULL DEFAULT 0,
      ADD COLUMN load_balancer_hours double precision NOT NULL DEFAULT 0;
  `)
