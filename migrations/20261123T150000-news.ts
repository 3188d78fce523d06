import type { QueryInterface } from 'sequelize'

/**
 * What people are told of by mail and a team's webhook, who does not want which mails, and what of it was told. A webhook's address and
 * secrets are sealed for its row: `v1.KEY-ID.NONCE.CIPHERTEXT-AND-TAG`.
 */
export const up = ({ context }: { context: QueryInterface }) =>
  context.sequelize.query(`
    ALTER TABLE environments
      DROP CONSTRAINT environments_mail_events_check,
      ADD CONSTRAINT environments_mail_events_check CHECK (mail_events <@
        ARRAY['failed', 'live', 'reverted', 'awaiting-approval', 'crash-loop', 'interrupted']),
      ALTER COLUMN mail_events SET DEFAULT '{failed,reverted,awaiting-approval,crash-loop}',
      ADD COLUMN webhook_events text[] NOT NULL DEFAULT '{failed,live,reverted,awaiting-approval,crash-loop,interrupted}'
        CHECK (webhook_events <@ ARRAY['failed', 'live', 'reverted', 'awaiting-approval', 'crash-loop', 'interrupted']);
    -- Whoever is told of failures wants to know of these as well.
    UPDATE environments SET mail_events = mail_events || '{awaiting-approval,crash-loop}' WHERE 'failed' = ANY (mail_events);
    UPDATE deployments SET told_at = now() WHERE state = 5;
    CREATE INDEX deployments_approval_untold ON deployments (created_at) WHERE state = 5 AND told_at IS NULL;

    ALTER TABLE log_messages
      ADD COLUMN news text CHECK (news IN ('crash-loop', 'interrupted')),
      ADD COLUMN told_at timestamptz;
    CREATE INDEX log_messages_news ON log_messages (environment_id, news, told_at) WHERE news IS NOT NULL;
    CREATE INDEX log_messages_untold ON log_messages (environment_id, news) WHERE news IS NOT NULL AND told_at IS NULL;

    ALTER TABLE aws_accounts
      -- Whether it was right when that was looked at last; null until it was once.
      ADD COLUMN was_right boolean,
      ADD COLUMN trouble_told_at timestamptz;
    ALTER TABLE integration_tokens ADD COLUMN expiry_notices integer NOT NULL DEFAULT 0;
    CREATE INDEX integration_tokens_expires ON integration_tokens (expires_at);
    ALTER TABLE users ADD COLUMN unwanted_mails text[] NOT NULL DEFAULT '{}';

    CREATE TABLE webhooks (
      id uuid PRIMARY KEY,
      team_id uuid NOT NULL UNIQUE REFERENCES teams ON DELETE CASCADE,
      url text NOT NULL CHECK (url LIKE 'v1.%'),
      secret text NOT NULL CHECK (secret LIKE 'v1.%'),
      secret_created_at timestamptz NOT NULL,
      -- Signs as well, until then.
      former_secret text CHECK (former_secret LIKE 'v1.%'),
      former_until timestamptz,
      team_events text[] NOT NULL DEFAULT '{account-unhealthy,token-expiring}'
        CHECK (team_events <@ ARRAY['account-unhealthy', 'token-expiring']),
      created_at timestamptz NOT NULL
    );
    CREATE TABLE webhook_deliveries (
      id uuid PRIMARY KEY,
      webhook_id uuid NOT NULL REFERENCES webhooks ON DELETE CASCADE,
      kind text NOT NULL,
      -- What it says, in a sentence.
      headline text NOT NULL,
      body text NOT NULL CHECK (octet_length(body) <= 16384),
      created_at timestamptz NOT NULL,
      -- Counts claims: whoever holds an older one has nothing to say any more.
      attempts integer NOT NULL DEFAULT 0,
      -- Not to be claimed before. While an attempt is under way: when its process is believed to be gone.
      due_at timestamptz NOT NULL,
      is_claimed boolean NOT NULL DEFAULT false,
      delivered_at timestamptz,
      failed_at timestamptz,
      status integer,
      -- Why the latest attempt did not succeed.
      failure text,
      CHECK (delivered_at IS NULL OR failed_at IS NULL)
    );
    CREATE INDEX webhook_deliveries_due ON webhook_deliveries (due_at) WHERE delivered_at IS NULL AND failed_at IS NULL;
    CREATE INDEX webhook_deliveries_settled ON webhook_deliveries (coalesce(delivered_at, failed_at));
    CREATE INDEX webhook_deliveries_newest ON webhook_deliveries (webhook_id, created_at DESC);
    CREATE FUNCTION notify_webhook() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      PERFORM pg_notify('sdo_webhook', '');
      RETURN NULL;
    END $$;
    CREATE TRIGGER notify_webhook AFTER INSERT ON webhook_deliveries EXECUTE FUNCTION notify_webhook();
  `)
