import type { QueryInterface } from 'sequelize'

/**
 * News that an application is down, and up again: for everybody who is told of failed deployments. Which news there are is the code's to
 * say: a rule here would have to change with each of them, under the release before.
 */
export const up = ({ context }: { context: QueryInterface }) =>
  context.sequelize.query(`
    ALTER TABLE environments
      DROP CONSTRAINT environments_mail_events_check,
      DROP CONSTRAINT environments_webhook_events_check,
      ALTER COLUMN mail_events SET DEFAULT '{failed,reverted,awaiting-approval,outage,recovered,crash-loop}',
      ALTER COLUMN webhook_events SET DEFAULT '{failed,live,reverted,awaiting-approval,outage,recovered,crash-loop,interrupted}';
    UPDATE environments SET mail_events = mail_events || '{outage,recovered}' WHERE 'failed' = ANY (mail_events);
    UPDATE environments SET webhook_events = webhook_events || '{outage,recovered}' WHERE 'failed' = ANY (webhook_events);
    ALTER TABLE log_messages DROP CONSTRAINT log_messages_news_check;
  `)
