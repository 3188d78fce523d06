import type { QueryInterface } from 'sequelize'

/** Mails past their retention are found by when they were sent or given up. */
export const up = ({ context }: { context: QueryInterface }) =>
  context.sequelize.query(`
    CREATE INDEX mail_messages_settled ON mail_messages (coalesce(sent_at, failed_at));
  `)
