import type { QueryInterface } from 'sequelize'

/** By what use of memory an application is scaled; null where memory does not count, and in an environment where it is as the application says. */
export const up = ({ context }: { context: QueryInterface }) =>
  context.sequelize.query(`
    ALTER TABLE applications ADD COLUMN target_memory integer CHECK (target_memory BETWEEN 10 AND 90);
    ALTER TABLE application_overrides ADD COLUMN target_memory integer CHECK (target_memory BETWEEN 10 AND 90);
  `)
