import type { QueryInterface } from 'sequelize'

/**
 * What the processes of an application used in a quarter hour or an hour, of `seconds`. Minutes would be thirty times as many rows. `minutes`
 * are those of all processes together: what a mean weighs.
 */
export const up = ({ context }: { context: QueryInterface }) =>
  context.sequelize.query(`
    CREATE TABLE usage_spans (
      environment_id uuid NOT NULL REFERENCES environments ON DELETE CASCADE,
      application_id uuid NOT NULL,
      time timestamptz NOT NULL,
      seconds smallint NOT NULL,
      num_processes integer NOT NULL,
      minutes integer NOT NULL,
      cores real NOT NULL,
      p95_cores real NOT NULL,
      most_cores real NOT NULL,
      throttled real,
      memory_mb real,
      p95_memory_mb integer,
      most_memory_mb integer,
      PRIMARY KEY (environment_id, seconds, time, application_id)
    );
    CREATE INDEX usage_spans_by_age ON usage_spans (seconds, time);
  `)
