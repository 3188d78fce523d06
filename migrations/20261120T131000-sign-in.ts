import type { QueryInterface } from 'sequelize'

/** Second factors, password resets, the limits on guessing, where sessions come from, and terms that were read. */
export const up = ({ context }: { context: QueryInterface }) =>
  context.sequelize.query(`
    CREATE TABLE authenticator_tokens (
      id uuid PRIMARY KEY,
      user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
      -- The key that the authenticator app shares, base32.
      secret text NOT NULL,
      created_at timestamptz NOT NULL DEFAULT now(),
      -- Null while it is pending.
      activated_at timestamptz,
      last_used_at timestamptz,
      -- The time step of the newest code that was accepted: neither it nor an older one counts again.
      last_used_step integer
    );
    CREATE INDEX authenticator_tokens_user ON authenticator_tokens (user_id);

    -- When a code of the second factor was last tried, right or wrong.
    ALTER TABLE users ADD COLUMN code_tried_at timestamptz;

    -- People whose password was right and whose code is still to come.
    CREATE TABLE login_challenges (
      id uuid PRIMARY KEY,
      user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
      token_hash text NOT NULL UNIQUE,
      expires_at timestamptz NOT NULL
    );
    CREATE INDEX login_challenges_user ON login_challenges (user_id);

    CREATE TABLE password_resets (
      user_id uuid PRIMARY KEY REFERENCES users ON DELETE CASCADE,
      token_hash text NOT NULL UNIQUE,
      expires_at timestamptz NOT NULL,
      -- When links were sent of late, to limit how many.
      sent_at timestamptz[] NOT NULL DEFAULT '{}'
    );

    -- How often something was done wrong of late. Nothing is lost with it but the memory of guesses.
    CREATE UNLOGGED TABLE attempt_limits (
      key text PRIMARY KEY,
      failures integer NOT NULL,
      blocked_until timestamptz NOT NULL,
      forgotten_at timestamptz NOT NULL
    );
    CREATE INDEX attempt_limits_forgotten ON attempt_limits (forgotten_at);

    ALTER TABLE sessions ADD COLUMN address text NOT NULL DEFAULT '';
    ALTER TABLE sessions ADD COLUMN user_agent text NOT NULL DEFAULT '';
    CREATE INDEX sessions_user ON sessions (user_id);

    CREATE TABLE terms_openings (
      user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
      terms_id uuid NOT NULL REFERENCES terms,
      opened_at timestamptz NOT NULL DEFAULT now(),
      PRIMARY KEY (user_id, terms_id)
    );
  `)
