import type { QueryInterface } from 'sequelize'

/**
 * Whether CloudWatch is asked about requests to an environment, nowhere until somebody says so, as AWS charges for it; and what it told, by
 * target group and five minutes.
 */
export const up = ({ context }: { context: QueryInterface }) =>
  context.sequelize.query(`
    ALTER TABLE environments ADD COLUMN request_metrics text NOT NULL DEFAULT 'NONE';
    CREATE TABLE request_spans (
      environment_id uuid NOT NULL REFERENCES environments ON DELETE CASCADE,
      application_id uuid NOT NULL,
      target_group text NOT NULL,
      time timestamptz NOT NULL,
      requests double precision NOT NULL,
      errors double precision NOT NULL,
      p50_ms real,
      p99_ms real,
      PRIMARY KEY (environment_id, time, application_id, target_group)
    );
    CREATE INDEX request_spans_by_age ON request_spans (time);
  `)
