import type { QueryInterface } from 'sequelize'

/**
 * What an environment spent in an hour and the most that it cost and had in it, load balancers included. The release before writes only the
 * figures that hold: a row of its counts as one that held them all its hour.
 */
export const up = ({ context }: { context: QueryInterface }) =>
  context.sequelize.query(`
    ALTER TABLE environment_samples
      ADD COLUMN changed_at timestamptz,
      ADD COLUMN spent double precision NOT NULL DEFAULT 0,
      ADD COLUMN highest_per_hour double precision,
      ADD COLUMN most_instances integer;
  `)
