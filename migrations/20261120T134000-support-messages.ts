import type { QueryInterface } from 'sequelize'

/** What people wrote on the contact page. */
export const up = ({ context }: { context: QueryInterface }) =>
  context.sequelize.query(`
    CREATE TABLE support_messages (
      id uuid PRIMARY KEY,
      name text NOT NULL,
      email text NOT NULL,
      message text NOT NULL,
      -- Address of the client, to limit how many one source sends.
      source text NOT NULL,
      created_at timestamptz NOT NULL DEFAULT now()
    );
    CREATE INDEX support_messages_source ON support_messages (source, created_at);
    CREATE INDEX support_messages_email ON support_messages (lower(email), created_at);
  `)
