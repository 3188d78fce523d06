import type { QueryInterface } from 'sequelize'

/** Recovery codes, and entries of the audit log about what somebody unknown tried. */
export const up = ({ context }: { context: QueryInterface }) =>
  context.sequelize.query(`
    -- The unused ones; a code goes when it is used.
    CREATE TABLE recovery_codes (
      user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
      code_hash text NOT NULL,
      created_at timestamptz NOT NULL,
      PRIMARY KEY (user_id, code_hash)
    );

    -- The start of the app seals what is plain: a migration has no key.
    COMMENT ON COLUMN authenticator_tokens.secret IS 'Sealed: v1.KEY-ID.NONCE.CIPHERTEXT-AND-TAG, for this id and user_id.';

    ALTER TABLE audit_entries ALTER COLUMN actor_id DROP NOT NULL;
    ALTER TABLE audit_entries DROP CONSTRAINT audit_entries_actor_kind_check;
    ALTER TABLE audit_entries ADD CONSTRAINT audit_entries_actor
      CHECK (CASE WHEN actor_kind = 'anonymous' THEN actor_id IS NULL ELSE actor_kind IN ('human', 'integration') AND actor_id IS NOT NULL END);
  `)
