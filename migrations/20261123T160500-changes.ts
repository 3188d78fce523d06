import type { QueryInterface } from 'sequelize'

/** Says which environment changes: how it does, or a deployment to it. Lines of its log are written before its status is. */
export const up = ({ context }: { context: QueryInterface }) =>
  context.sequelize.query(`
    CREATE FUNCTION notify_environment_changes() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      PERFORM pg_notify('sdo_changes', coalesce(NEW.id, OLD.id)::text);
      RETURN NULL;
    END $$;
    CREATE TRIGGER notify_changes AFTER UPDATE OF status, status_type, status_message, deleting_at OR DELETE ON environments
      FOR EACH ROW EXECUTE FUNCTION notify_environment_changes();

    CREATE FUNCTION notify_deployment_changes() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      PERFORM pg_notify('sdo_changes', NEW.environment_id::text);
      RETURN NULL;
    END $$;
    CREATE TRIGGER notify_changes AFTER INSERT OR UPDATE ON deployments
      FOR EACH ROW EXECUTE FUNCTION notify_deployment_changes();
  `)
