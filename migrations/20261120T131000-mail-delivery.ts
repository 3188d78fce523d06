import type { QueryInterface } from 'sequelize'

/** How far the delivery of each mail has come, so that several processes can share it and none sends a mail twice. */
export const up = ({ context }: { context: QueryInterface }) =>
  context.sequelize.query(`
    ALTER TABLE mail_messages
      -- Counts claims: whoever holds an older one may not go on.
      ADD COLUMN attempts integer NOT NULL DEFAULT 0,
      -- Not to be claimed before. While an attempt is under way: when its process is believed to be gone.
      ADD COLUMN due_at timestamptz NOT NULL DEFAULT now(),
      -- Since then a server may have the mail, so nobody may begin another attempt.
      ADD COLUMN handed_over_at timestamptz,
      ADD COLUMN failed_at timestamptz,
      -- Why the latest attempt did not succeed.
      ADD COLUMN failure text,
      ADD CHECK (sent_at IS NULL OR failed_at IS NULL);
    DROP INDEX mail_messages_unsent;
    CREATE INDEX mail_messages_due ON mail_messages (due_at) WHERE sent_at IS NULL AND failed_at IS NULL;

    CREATE FUNCTION notify_mail() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      PERFORM pg_notify('sdo_mail', '');
      RETURN NULL;
    END $$;
    CREATE TRIGGER notify_mail AFTER INSERT ON mail_messages EXECUTE FUNCTION notify_mail();
  `)
