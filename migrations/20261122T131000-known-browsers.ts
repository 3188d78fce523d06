import type { QueryInterface } from 'sequelize'

/** Browsers that somebody logged in with before, and how many wrong codes there were of late by other ones. */
export const up = ({ context }: { context: QueryInterface }) =>
  context.sequelize.query(`
    CREATE TABLE known_browsers (
      id uuid PRIMARY KEY,
      user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
      token_hash text NOT NULL UNIQUE,
      -- Wrong passwords and codes since the last login, and tries under way.
      failures integer NOT NULL DEFAULT 0,
      -- When a code of the second factor was last tried, right or wrong.
      code_tried_at timestamptz,
      created_at timestamptz NOT NULL,
      -- The last login with it; null for one that never came back.
      returned_at timestamptz,
      expires_at timestamptz NOT NULL
    );
    CREATE INDEX known_browsers_user ON known_browsers (user_id);

    -- Codes of the second factor by browsers that are not known: of who gave the password, and of who has the link of a mail.
    CREATE TABLE code_slots (
      user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
      proof text NOT NULL CHECK (proof IN ('password', 'mailbox')),
      code_tried_at timestamptz NOT NULL,
      -- Each wrong code is forgiven a day after the one before: this is when the last one is.
      forgiven_at timestamptz NOT NULL,
      -- Whether the owner was told since all were forgiven.
      is_told boolean NOT NULL DEFAULT false,
      PRIMARY KEY (user_id, proof)
    );

    ALTER TABLE users DROP COLUMN code_tried_at;
  `)
