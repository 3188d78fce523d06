import type { QueryInterface } from 'sequelize'

/** Which lines of a log say why instances came and went, and what an environment cost over time. */
export const up = ({ context }: { context: QueryInterface }) =>
  context.sequelize.query(`
    ALTER TABLE log_messages
      ADD COLUMN fleet_change text CHECK (fleet_change IN ('launch', 'move', 'retire')),
      ADD COLUMN saving_per_hour double precision;
    CREATE INDEX log_messages_fleet_changes ON log_messages (environment_id, sequence) WHERE fleet_change IS NOT NULL;
    CREATE TABLE environment_samples (
      environment_id uuid NOT NULL REFERENCES environments ON DELETE CASCADE,
      hour timestamptz NOT NULL,
      cost_per_hour double precision NOT NULL,
      num_instances integer NOT NULL,
      num_load_balancers integer NOT NULL,
      PRIMARY KEY (environment_id, hour)
    );
  `)
