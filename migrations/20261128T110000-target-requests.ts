import type { QueryInterface } from 'sequelize'

/** By how many requests of a process in a minute an application is scaled; null where they do not count, and in an environment where it is as the application says. */
export const up = ({ context }: { context: QueryInterface }) =>
  context.sequelize.query(`
    ALTER TABLE applications ADD COLUMN target_requests integer CHECK (target_requests BETWEEN 1 AND 1000000);
    ALTER TABLE application_overrides ADD COLUMN target_requests integer CHECK (target_requests BETWEEN 1 AND 1000000);
  `)
