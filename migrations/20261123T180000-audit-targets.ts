import type { QueryInterface } from 'sequelize'

/** Finds what was done to one thing: an environment's log shows it among thousands of entries. */
export const up = ({ context }: { context: QueryInterface }) =>
  context.sequelize.query(`
    CREATE INDEX audit_entries_of_target ON audit_entries (target_id, created_at);
  `)
