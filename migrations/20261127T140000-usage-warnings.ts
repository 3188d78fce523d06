import type { QueryInterface } from 'sequelize'

/**
 * Of which use of an application in an environment people were warned, and when it was last so. Whoever is told of failed deployments is warned.
 */
export const up = ({ context }: { context: QueryInterface }) =>
  context.sequelize.query(`
    CREATE TABLE usage_warnings (
      environment_id uuid NOT NULL REFERENCES environments ON DELETE CASCADE,
      application_id uuid NOT NULL,
      kind text NOT NULL,
      told_at timestamptz NOT NULL,
      last_at timestamptz NOT NULL,
      PRIMARY KEY (environment_id, kind, application_id)
    );
    ALTER TABLE environments
      ALTER COLUMN mail_events SET DEFAULT '{failed,reverted,awaiting-approval,outage,recovered,crash-loop,budget,usage}',
      ALTER COLUMN webhook_events SET DEFAULT '{failed,live,reverted,awaiting-approval,outage,recovered,crash-loop,interrupted,budget,usage}';
    UPDATE environments SET mail_events = mail_events || '{usage}' WHERE 'failed' = ANY (mail_events);
    UPDATE environments SET webhook_events = webhook_events || '{usage}' WHERE 'failed' = ANY (webhook_events);
  `)
