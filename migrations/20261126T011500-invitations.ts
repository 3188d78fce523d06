import type { QueryInterface } from 'sequelize'

/** Links by which people whom an admin added choose their password; of their tokens the hash alone. */
export const up = ({ context }: { context: QueryInterface }) =>
  context.sequelize.query(`
    CREATE TABLE invitations (
      user_id uuid PRIMARY KEY REFERENCES users ON DELETE CASCADE,
      token_hash text NOT NULL UNIQUE,
      expires_at timestamptz NOT NULL,
      -- When invitations were sent of late, to limit how many.
      sent_at timestamptz[] NOT NULL DEFAULT '{}'
    );
  `)
