import type { QueryInterface } from 'sequelize'

/** What of deployments each environment has people mailed about, and of which ends they were told. */
export const up = ({ context }: { context: QueryInterface }) =>
  context.sequelize.query(`
    ALTER TABLE environments
      ADD COLUMN mail_events text[] NOT NULL DEFAULT '{failed,reverted}'
        CHECK (mail_events <@ ARRAY['failed', 'live', 'reverted']);
    ALTER TABLE deployments ADD COLUMN end_told_at timestamptz;
    UPDATE deployments SET end_told_at = now() WHERE finished_at IS NOT NULL;
    CREATE INDEX deployments_end_untold ON deployments (finished_at) WHERE finished_at IS NOT NULL AND end_told_at IS NULL;
  `)
