import type { QueryInterface } from 'sequelize'

/** Variables and secrets of applications, and those that an environment has of its own for one. A secret is kept by its ARN, never by its value. */
export const up = ({ context }: { context: QueryInterface }) =>
  context.sequelize.query(`
    ALTER TABLE applications
      ADD COLUMN environment_variables jsonb NOT NULL DEFAULT '{}',
      ADD COLUMN secrets jsonb NOT NULL DEFAULT '{}';
    CREATE TABLE variable_overrides (
      environment_id uuid NOT NULL REFERENCES environments ON DELETE CASCADE,
      application_id uuid NOT NULL REFERENCES applications ON DELETE CASCADE,
      environment_variables jsonb NOT NULL DEFAULT '{}',
      secrets jsonb NOT NULL DEFAULT '{}',
      PRIMARY KEY (environment_id, application_id)
    );
    CREATE INDEX variable_overrides_application ON variable_overrides (application_id);
  `)
