import type { QueryInterface } from 'sequelize'

/**
 * What people want to read of the output of processes: asked by the portal, answered by the controller, and gone when it was read. A controller
 * of the release before answers none.
 */
export const up = ({ context }: { context: QueryInterface }) =>
  context.sequelize.query(`
    CREATE TABLE output_questions (
      id uuid PRIMARY KEY,
      team_id uuid NOT NULL REFERENCES teams ON DELETE CASCADE,
      environment_id uuid NOT NULL REFERENCES environments ON DELETE CASCADE,
      question jsonb NOT NULL,
      answer jsonb,
      asked_at timestamptz NOT NULL
    );
    CREATE INDEX output_questions_of_team ON output_questions (team_id);
    CREATE INDEX output_questions_of_environment ON output_questions (environment_id);
    CREATE FUNCTION notify_output_question() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      PERFORM pg_notify('sdo_output_questions', NEW.id::text);
      RETURN NULL;
    END $$;
    CREATE TRIGGER notify_question AFTER INSERT ON output_questions
      FOR EACH ROW EXECUTE FUNCTION notify_output_question();
    CREATE FUNCTION notify_output_answer() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      PERFORM pg_notify('sdo_changes', NEW.id::text);
      RETURN NULL;
    END $$;
    CREATE TRIGGER notify_answer AFTER UPDATE OF answer ON output_questions
      FOR EACH ROW EXECUTE FUNCTION notify_output_answer();
  `)
