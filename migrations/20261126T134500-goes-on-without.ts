import type { QueryInterface } from 'sequelize'

/** What of an environment may break without an application with two or more processes going with it; nothing where nobody said so. */
export const up = ({ context }: { context: QueryInterface }) =>
  context.sequelize.query(`
    ALTER TABLE environments ADD COLUMN goes_on_without text NOT NULL DEFAULT 'NOTHING';
  `)
