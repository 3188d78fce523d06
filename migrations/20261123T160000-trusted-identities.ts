import type { QueryInterface } from 'sequelize'

/** Identities of build systems that integration users trust, and which tokens of theirs were used already. */
export const up = ({ context }: { context: QueryInterface }) =>
  context.sequelize.query(`
    CREATE TABLE integration_trusts (
      id uuid PRIMARY KEY,
      integration_user_id uuid NOT NULL REFERENCES integration_users ON DELETE CASCADE,
      issuer text NOT NULL,
      subject text NOT NULL,
      -- The portal's own address where it is null.
      audience text,
      environment text,
      last_used_at timestamptz,
      last_subject text,
      created_at timestamptz NOT NULL DEFAULT now()
    );
    CREATE UNIQUE INDEX integration_trusts_once ON integration_trusts
      (integration_user_id, issuer, subject, coalesce(audience, ''), coalesce(environment, ''));

    -- Removing a trust ends what was opened by it.
    ALTER TABLE sessions ADD COLUMN integration_trust_id uuid REFERENCES integration_trusts ON DELETE CASCADE;
    CREATE INDEX sessions_integration_trust ON sessions (integration_trust_id) WHERE integration_trust_id IS NOT NULL;

    CREATE TABLE used_identities (
      digest text PRIMARY KEY,
      expires_at timestamptz NOT NULL
    );
    CREATE INDEX used_identities_expiry ON used_identities (expires_at);
  `)
