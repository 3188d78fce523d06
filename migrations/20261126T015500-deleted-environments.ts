import type { QueryInterface } from 'sequelize'

/** What stays readable for a while of an environment that is gone: its log, its deployments and what it cost. */
export const up = ({ context }: { context: QueryInterface }) =>
  context.sequelize.query(`
    CREATE TABLE deleted_environments (
      id uuid PRIMARY KEY,
      team_id uuid NOT NULL REFERENCES teams ON DELETE CASCADE,
      name text NOT NULL,
      aws_account_name text NOT NULL,
      aws_account_number text NOT NULL,
      created_at timestamptz NOT NULL,
      deleted_at timestamptz NOT NULL,
      deleted_by text,
      deployments jsonb NOT NULL,
      samples jsonb NOT NULL
    );
    CREATE INDEX deleted_environments_of_team ON deleted_environments (team_id, deleted_at);
    CREATE INDEX deleted_environments_by_age ON deleted_environments (deleted_at);
    CREATE TABLE deleted_log_lines (
      environment_id uuid NOT NULL REFERENCES deleted_environments ON DELETE CASCADE,
      sequence integer NOT NULL,
      type text NOT NULL,
      severity text NOT NULL,
      message text NOT NULL,
      code text,
      created_at timestamptz NOT NULL,
      PRIMARY KEY (environment_id, sequence)
    );
  `)
