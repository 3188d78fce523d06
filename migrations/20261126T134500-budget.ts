import type { QueryInterface } from 'sequelize'

/**
 * What an environment is to cost in a month, which share of which budget people were told of in which month, and when that was looked at last. Whoever
 * is told of failed deployments is told of it.
 */
export const up = ({ context }: { context: QueryInterface }) =>
  context.sequelize.query(`
    ALTER TABLE environments
      ADD COLUMN budget_usd integer NOT NULL DEFAULT 0,
      ADD COLUMN budget_told_month text,
      ADD COLUMN budget_told_usd integer NOT NULL DEFAULT 0,
      ADD COLUMN budget_told_percent integer NOT NULL DEFAULT 0,
      ADD COLUMN budget_looked_at timestamptz,
      ALTER COLUMN mail_events SET DEFAULT '{failed,reverted,awaiting-approval,outage,recovered,crash-loop,budget}',
      ALTER COLUMN webhook_events SET DEFAULT '{failed,live,reverted,awaiting-approval,outage,recovered,crash-loop,interrupted,budget}';
    UPDATE environments SET mail_events = mail_events || '{budget}' WHERE 'failed' = ANY (mail_events);
    UPDATE environments SET webhook_events = webhook_events || '{budget}' WHERE 'failed' = ANY (webhook_events);
    CREATE INDEX environments_budgets ON environments (budget_looked_at NULLS FIRST) WHERE budget_usd > 0;
  `)
