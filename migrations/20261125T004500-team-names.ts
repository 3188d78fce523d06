import type { QueryInterface } from 'sequelize'

/** What a team calls itself, where it wants to be called something. */
export const up = ({ context }: { context: QueryInterface }) =>
  context.sequelize.query('ALTER TABLE teams ADD COLUMN name text')
