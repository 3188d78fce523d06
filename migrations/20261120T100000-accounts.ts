import type { QueryInterface } from 'sequelize'

/** Teams, their people and integrations, how they prove who they are, and the terms they accepted. */
export const up = ({ context }: { context: QueryInterface }) =>
  context.sequelize.query(`
    CREATE TABLE teams (
      id uuid PRIMARY KEY,
      created_at timestamptz NOT NULL DEFAULT now()
    );

    CREATE TABLE users (
      id uuid PRIMARY KEY,
      team_id uuid NOT NULL REFERENCES teams ON DELETE CASCADE,
      name text NOT NULL,
      email text NOT NULL,
      password_hash text NOT NULL,
      is_admin boolean NOT NULL,
      verified_at timestamptz,
      force_password_change boolean NOT NULL DEFAULT false,
      should_receive_announcements boolean NOT NULL DEFAULT true,
      created_at timestamptz NOT NULL DEFAULT now()
    );
    CREATE UNIQUE INDEX users_email ON users (lower(email));
    CREATE INDEX users_team ON users (team_id);

    CREATE TABLE verification_codes (
      user_id uuid PRIMARY KEY REFERENCES users ON DELETE CASCADE,
      code_hash text NOT NULL,
      attempts integer NOT NULL DEFAULT 0,
      expires_at timestamptz NOT NULL,
      -- When codes were sent of late, to limit how many.
      sent_at timestamptz[] NOT NULL DEFAULT '{}'
    );

    CREATE TABLE integration_users (
      id uuid PRIMARY KEY,
      team_id uuid NOT NULL REFERENCES teams ON DELETE CASCADE,
      name text NOT NULL,
      created_at timestamptz NOT NULL DEFAULT now()
    );
    CREATE UNIQUE INDEX integration_users_name ON integration_users (team_id, lower(name));

    CREATE TABLE integration_tokens (
      id uuid PRIMARY KEY,
      integration_user_id uuid NOT NULL REFERENCES integration_users ON DELETE CASCADE,
      token_hash text NOT NULL UNIQUE,
      masked_token text NOT NULL,
      expires_at timestamptz NOT NULL,
      last_used_at timestamptz,
      created_at timestamptz NOT NULL DEFAULT now()
    );

    CREATE TABLE sessions (
      id uuid PRIMARY KEY,
      token_hash text NOT NULL UNIQUE,
      user_id uuid REFERENCES users ON DELETE CASCADE,
      integration_user_id uuid REFERENCES integration_users ON DELETE CASCADE,
      -- Deleting a token ends what was opened with it.
      integration_token_id uuid REFERENCES integration_tokens ON DELETE CASCADE,
      created_at timestamptz NOT NULL DEFAULT now(),
      last_seen_at timestamptz NOT NULL DEFAULT now(),
      expires_at timestamptz NOT NULL,
      CHECK (num_nonnulls(user_id, integration_user_id) = 1)
    );
    CREATE INDEX sessions_expiry ON sessions (expires_at);

    CREATE TABLE terms (
      id uuid PRIMARY KEY,
      content text NOT NULL,
      effective_at timestamptz NOT NULL
    );

    CREATE TABLE terms_acceptances (
      user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
      terms_id uuid NOT NULL REFERENCES terms,
      accepted_at timestamptz NOT NULL DEFAULT now(),
      PRIMARY KEY (user_id, terms_id)
    );

    CREATE TABLE mail_messages (
      id uuid PRIMARY KEY,
      recipient text NOT NULL,
      subject text NOT NULL,
      text text NOT NULL,
      html text NOT NULL,
      created_at timestamptz NOT NULL DEFAULT now(),
      sent_at timestamptz
    );
    CREATE INDEX mail_messages_unsent ON mail_messages (created_at) WHERE sent_at IS NULL;
    CREATE INDEX mail_messages_recipient ON mail_messages (lower(recipient), created_at);

    -- What a form or call with this submission id answered, so that sending it twice does it once.
    CREATE TABLE submissions (
      id text NOT NULL,
      actor_id uuid NOT NULL,
      result jsonb NOT NULL,
      created_at timestamptz NOT NULL DEFAULT now(),
      PRIMARY KEY (actor_id, id)
    );
  `)
