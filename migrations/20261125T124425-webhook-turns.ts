import type { QueryInterface } from 'sequelize'

/** When the webhook of a team was tried last, and when its receiver last let us wait. Of the team, so that a new webhook is no new beginning. */
export const up = ({ context }: { context: QueryInterface }) =>
  context.sequelize.query(`
    CREATE TABLE webhook_turns (
      team_id uuid PRIMARY KEY REFERENCES teams ON DELETE CASCADE,
      attempted_at timestamptz NOT NULL,
      slow_at timestamptz
    );
  `)
