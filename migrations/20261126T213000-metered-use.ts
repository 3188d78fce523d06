import type { QueryInterface } from 'sequelize'

/**
 * What AWS charges by use: how much an hour added, and the counter as it was then, from which the next hour's follows. The release before writes
 * neither.
 */
export const up = ({ context }: { context: QueryInterface }) =>
  context.sequelize.query(`
    ALTER TABLE environment_samples
      ADD COLUMN log_bytes double precision NOT NULL DEFAULT 0,
      ADD COLUMN log_bytes_counted double precision;
  `)
