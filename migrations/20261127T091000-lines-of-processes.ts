import type { QueryInterface } from 'sequelize'

/** Which application and process a line of the log is about: its words have their names alone. */
export const up = ({ context }: { context: QueryInterface }) =>
  context.sequelize.query(
    'ALTER TABLE log_messages ADD COLUMN application_id text, ADD COLUMN process_id text',
  )
