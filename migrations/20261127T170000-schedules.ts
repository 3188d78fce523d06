import type { QueryInterface } from 'sequelize'

/** When an application has more processes. In an environment an empty list is none, and null what the application has. */
export const up = ({ context }: { context: QueryInterface }) =>
  context.sequelize.query(`
    ALTER TABLE applications ADD COLUMN schedule jsonb;
    ALTER TABLE application_overrides ADD COLUMN schedule jsonb;
  `)
