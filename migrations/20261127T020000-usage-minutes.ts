import type { QueryInterface } from 'sequelize'

/**
 * What processes used: a row for an instance and minute, with an entry of each array for a process. One for each process would be ten times as
 * many.
 */
export const up = ({ context }: { context: QueryInterface }) =>
  context.sequelize.query(`
    CREATE TABLE usage_minutes (
      environment_id uuid NOT NULL REFERENCES environments ON DELETE CASCADE,
      minute timestamptz NOT NULL,
      client_token text NOT NULL,
      process_ids text[] NOT NULL,
      application_ids text[] NOT NULL,
      cores real[] NOT NULL,
      most_cores real[] NOT NULL,
      throttled real[] NOT NULL,
      memory_mb integer[] NOT NULL,
      most_memory_mb integer[] NOT NULL,
      PRIMARY KEY (environment_id, minute, client_token)
    );
    CREATE INDEX usage_minutes_by_age ON usage_minutes (minute);
  `)
