import type { QueryInterface } from 'sequelize'

/** The resource store's Postgres side: what the Kubernetes API keeps in production. */
export const up = ({ context }: { context: QueryInterface }) =>
  context.sequelize.query(`
    CREATE SEQUENCE resource_version;

    CREATE TABLE resources (
      kind text NOT NULL,
      name text NOT NULL,
      uid uuid NOT NULL,
      resource_version bigint NOT NULL DEFAULT nextval('resource_version'),
      generation integer NOT NULL DEFAULT 1,
      labels jsonb NOT NULL DEFAULT '{}',
      annotations jsonb NOT NULL DEFAULT '{}',
      finalizers jsonb NOT NULL DEFAULT '[]',
      spec jsonb NOT NULL,
      status jsonb,
      creation_timestamp timestamptz NOT NULL DEFAULT now(),
      deletion_timestamp timestamptz,
      PRIMARY KEY (kind, name)
    );
    CREATE INDEX resources_labels ON resources USING gin (labels);

    CREATE TABLE leases (
      name text PRIMARY KEY,
      holder text NOT NULL,
      duration_seconds integer NOT NULL,
      renew_epoch bigint NOT NULL,
      version bigint NOT NULL
    );

    CREATE FUNCTION notify_resource() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      PERFORM pg_notify('sdo_resources', coalesce(NEW.kind, OLD.kind) || '/' || coalesce(NEW.name, OLD.name));
      RETURN NULL;
    END $$;
    CREATE TRIGGER notify_resource AFTER INSERT OR UPDATE OR DELETE ON resources FOR EACH ROW EXECUTE FUNCTION notify_resource();

    -- A resource that is marked for deletion goes with its last finalizer.
    CREATE FUNCTION remove_released_resource() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      DELETE FROM resources WHERE kind = NEW.kind AND name = NEW.name;
      RETURN NULL;
    END $$;
    CREATE TRIGGER remove_released_resource AFTER UPDATE ON resources FOR EACH ROW
      WHEN (NEW.deletion_timestamp IS NOT NULL AND NEW.finalizers = '[]') EXECUTE FUNCTION remove_released_resource();
  `)
