import type { QueryInterface } from 'sequelize'

/**
 * After how many minutes without requests an environment sleeps; of which time all its requests are known, as there are no rows of a time
 * without any; and entries of the audit log about what SDO does by itself.
 */
export const up = ({ context }: { context: QueryInterface }) =>
  context.sequelize.query(`
    ALTER TABLE environments ADD COLUMN sleep_after_minutes integer NOT NULL DEFAULT 0;
    CREATE INDEX environments_that_sleep_idle ON environments (id) WHERE sleep_after_minutes > 0;
    CREATE TABLE request_reads (
      environment_id uuid PRIMARY KEY REFERENCES environments ON DELETE CASCADE,
      from_time timestamptz NOT NULL,
      until_time timestamptz NOT NULL
    );

    ALTER TABLE audit_entries DROP CONSTRAINT audit_entries_actor;
    ALTER TABLE audit_entries ADD CONSTRAINT audit_entries_actor
      CHECK (CASE WHEN actor_kind IN ('anonymous', 'system') THEN actor_id IS NULL ELSE actor_kind IN ('human', 'integration') AND actor_id IS NOT NULL END) NOT VALID;
  `)
