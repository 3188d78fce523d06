import type { QueryInterface } from 'sequelize'

/** Which line of an environment's log it is, whatever its words are. */
export const up = ({ context }: { context: QueryInterface }) =>
  context.sequelize.query('ALTER TABLE log_messages ADD COLUMN code text;')
