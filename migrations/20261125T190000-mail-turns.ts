import type { QueryInterface } from 'sequelize'

/** News for a team take turns with those for others; a mail that one person waits for belongs to no team. */
export const up = ({ context }: { context: QueryInterface }) =>
  context.sequelize.query(`
    ALTER TABLE mail_messages ADD COLUMN team_id uuid REFERENCES teams ON DELETE CASCADE;
    CREATE INDEX mail_messages_team ON mail_messages (team_id) WHERE team_id IS NOT NULL;
    CREATE TABLE mail_turns (
      team_id uuid PRIMARY KEY REFERENCES teams ON DELETE CASCADE,
      attempted_at timestamptz NOT NULL
    );
  `)
