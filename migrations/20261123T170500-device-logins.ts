import type { QueryInterface } from 'sequelize'

/** Logins of command lines that a person approves in a browser. Both codes are kept as hashes. */
export const up = ({ context }: { context: QueryInterface }) =>
  context.sequelize.query(`
    CREATE TABLE device_logins (
      id uuid PRIMARY KEY,
      device_code_hash text NOT NULL UNIQUE,
      user_code_hash text NOT NULL UNIQUE,
      state text NOT NULL CHECK (state IN ('pending', 'approved', 'refused')),
      -- Whoever typed the code first; nobody else sees it or decides.
      user_id uuid REFERENCES users ON DELETE CASCADE,
      address text NOT NULL,
      user_agent text NOT NULL,
      created_at timestamptz NOT NULL,
      polled_at timestamptz,
      expires_at timestamptz NOT NULL,
      CHECK (state = 'pending' OR user_id IS NOT NULL)
    );
    CREATE INDEX device_logins_expiry ON device_logins (expires_at);
    CREATE INDEX device_logins_user ON device_logins (user_id) WHERE user_id IS NOT NULL;

    -- Nobody has typed a password for it: it never counts as a fresh login.
    ALTER TABLE sessions ADD COLUMN is_by_device_code boolean NOT NULL DEFAULT false;
  `)
