import type { QueryInterface } from 'sequelize'

/**
 * A snapshot also holds the settings of its environment; what is in the history says what kind of thing it is, where it came from, what it
 * goes back to and who stopped it.
 */
export const up = ({ context }: { context: QueryInterface }) =>
  context.sequelize.query(`
    ALTER TABLE environment_versions ADD COLUMN settings jsonb;
    ALTER TABLE environments
      ADD COLUMN watch_minutes integer NOT NULL DEFAULT 5 CHECK (watch_minutes BETWEEN 0 AND 60),
      ADD COLUMN settings_sequence integer;
    ALTER TABLE deployments
      ADD COLUMN kind text NOT NULL DEFAULT 'patch',
      ADD COLUMN reason text NOT NULL DEFAULT '',
      ADD COLUMN source_address text,
      -- The snapshot that it goes back to, and the settings that it brings.
      ADD COLUMN restores_version_id uuid REFERENCES environment_versions,
      ADD COLUMN settings jsonb,
      ADD COLUMN settings_before jsonb,
      -- The deployment that it retries or undoes.
      ADD COLUMN about_id uuid REFERENCES deployments ON DELETE SET NULL,
      ADD COLUMN stopped_by text,
      ADD COLUMN told_at timestamptz;
    UPDATE deployments SET kind = 'promote' WHERE promoted_from IS NOT NULL;
    CREATE INDEX deployments_restores ON deployments (restores_version_id) WHERE restores_version_id IS NOT NULL;
    CREATE INDEX deployments_about ON deployments (about_id) WHERE about_id IS NOT NULL;
    CREATE UNIQUE INDEX deployments_undone_once ON deployments (about_id) WHERE kind = 'undo';
    CREATE INDEX deployments_untold ON deployments (created_at) WHERE kind = 'undo' AND told_at IS NULL;
    ALTER TABLE application_versions ADD COLUMN source_url text;
  `)
