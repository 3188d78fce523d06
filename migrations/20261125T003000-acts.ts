import type { QueryInterface } from 'sequelize'

/**
 * Says which environment somebody did something to: whoever follows it is told who, also of what changes nothing else. What is done for an
 * examination is logged in the trace of whoever asked for it.
 */
export const up = ({ context }: { context: QueryInterface }) =>
  context.sequelize.query(`
    ALTER TABLE environments ADD COLUMN examine_traceparent text;
    ALTER TABLE audit_entries ADD COLUMN trace_id text;

    CREATE FUNCTION notify_environment_acts() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      PERFORM pg_notify('sdo_changes', NEW.target_id::text);
      RETURN NULL;
    END $$;
    CREATE TRIGGER notify_acts AFTER INSERT ON audit_entries
      FOR EACH ROW WHEN (NEW.action LIKE 'environment.%') EXECUTE FUNCTION notify_environment_acts();
  `)
