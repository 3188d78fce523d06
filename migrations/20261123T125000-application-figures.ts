import type { QueryInterface } from 'sequelize'

/**
 * What the list of applications shows, kept where it is quickly read: of each environment's status how many processes of each application
 * are healthy, of each snapshot which versions it runs, and of each application its deployments.
 */
export const up = ({ context }: { context: QueryInterface }) =>
  context.sequelize.query(`
    CREATE FUNCTION count_healthy(status jsonb) RETURNS jsonb LANGUAGE sql IMMUTABLE AS $$
      SELECT coalesce(jsonb_object_agg(id, number), '{}')
      FROM (
        SELECT process->>'applicationId' AS id, count(*) AS number FROM jsonb_array_elements(status->'processes') AS process
        WHERE process->>'phase' IN ('Healthy', 'Serving') GROUP BY 1
      ) AS counted
    $$;
    ALTER TABLE environments ADD COLUMN healthy_by_application jsonb GENERATED ALWAYS AS (count_healthy(status)) STORED;

    CREATE FUNCTION list_versions(applications jsonb) RETURNS jsonb LANGUAGE sql IMMUTABLE AS $$
      SELECT coalesce(jsonb_agg(jsonb_build_object(
        'applicationId', application->'applicationId', 'versionId', application->'versionId',
        'versionName', application->'versionName', 'count', application->'count'
      )), '[]')
      FROM jsonb_array_elements(applications) AS application
    $$;
    ALTER TABLE environment_versions ADD COLUMN versions jsonb GENERATED ALWAYS AS (list_versions(applications)) STORED;

    -- Applications may go before the deployments that changed them.
    CREATE TABLE application_deployments (
      application_id uuid NOT NULL,
      created_at timestamptz NOT NULL,
      deployment_id uuid NOT NULL REFERENCES deployments ON DELETE CASCADE,
      PRIMARY KEY (application_id, created_at, deployment_id)
    );
    CREATE INDEX application_deployments_deployment ON application_deployments (deployment_id);
    CREATE FUNCTION list_application_deployments() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      INSERT INTO application_deployments (application_id, created_at, deployment_id)
      SELECT DISTINCT (change->>'applicationId')::uuid, NEW.created_at, NEW.id FROM jsonb_array_elements(NEW.changes) AS change;
      RETURN NULL;
    END $$;
    INSERT INTO application_deployments (application_id, created_at, deployment_id)
    SELECT DISTINCT (change->>'applicationId')::uuid, created_at, id FROM deployments, jsonb_array_elements(changes) AS change;
    CREATE TRIGGER list_application_deployments AFTER INSERT ON deployments
      FOR EACH ROW EXECUTE FUNCTION list_application_deployments();
  `)
