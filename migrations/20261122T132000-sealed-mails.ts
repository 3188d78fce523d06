import type { QueryInterface } from 'sequelize'

/** Mails that a reader of the database learns nothing from, links that are asked for in one way by everybody, and proofs of an address that belong to one session. */
export const up = ({ context }: { context: QueryInterface }) =>
  context.sequelize.query(`
    ALTER TABLE mail_messages ADD COLUMN content text;
    COMMENT ON COLUMN mail_messages.content IS
      'Subject, text and HTML as JSON, sealed for this id and recipient: v1.KEY-ID.NONCE.CIPHERTEXT-AND-TAG. Null once it is gone.';
    -- The start of the app seals what is plain: a migration has no key.
    UPDATE mail_messages SET content = json_build_object('subject', subject, 'text', text, 'html', html)::text
      WHERE (subject, text, html) <> ('', '', '');
    ALTER TABLE mail_messages DROP COLUMN subject, DROP COLUMN text, DROP COLUMN html;
    -- What is plain from before stays until then, which is what NOT VALID allows.
    ALTER TABLE mail_messages ADD CONSTRAINT mail_messages_content_sealed CHECK (content LIKE 'v1.%') NOT VALID;

    -- Who asked for a link, known or not, until somebody looked whether the address is anybody's.
    CREATE TABLE password_reset_requests (
      id uuid PRIMARY KEY,
      -- Sealed for this id.
      address text NOT NULL CHECK (address LIKE 'v1.%'),
      created_at timestamptz NOT NULL
    );
    CREATE INDEX password_reset_requests_created ON password_reset_requests (created_at, id);

    -- Codes of before have a hash that can be searched. Whoever waits for one is sent another at the next login.
    DELETE FROM verification_codes;

    -- When a code from the mailbox was typed in this session.
    ALTER TABLE sessions ADD COLUMN verified_at timestamptz;
    -- Whoever has not replaced the first password proves the address anew, in the session that replaces it.
    UPDATE users SET verified_at = NULL WHERE force_password_change;
  `)
