import type { QueryInterface } from 'sequelize'

/** LCU-hours of load balancers, kept as what logs took in. */
export const up = ({ context }: { context: QueryInterface }) =>
  context.sequelize.query(`
    ALTER TABLE environment_samples
      ADD COLUMN capacity_unit_hours double precision NOT NULL DEFAULT 0,
      ADD COLUMN capacity_unit_hours_counted double precision;
  `)
