import type { QueryInterface } from 'sequelize'

/** AWS accounts, applications, environments and what runs in them. */
export const up = ({ context }: { context: QueryInterface }) =>
  context.sequelize.query(`
    CREATE TABLE aws_accounts (
      id uuid PRIMARY KEY,
      team_id uuid NOT NULL REFERENCES teams ON DELETE CASCADE,
      name text NOT NULL,
      account_number text NOT NULL UNIQUE CHECK (account_number ~ '^[0-9]{12}$'),
      external_id text NOT NULL,
      is_environment_holder boolean NOT NULL DEFAULT true,
      verify_request integer NOT NULL DEFAULT 0,
      deleting_at timestamptz,
      force_delete boolean NOT NULL DEFAULT false,
      state text NOT NULL DEFAULT 'INITIALIZING',
      status jsonb,
      desired_revision bigint NOT NULL DEFAULT 1,
      mirrored_revision bigint NOT NULL DEFAULT 0,
      created_at timestamptz NOT NULL DEFAULT now()
    );
    CREATE UNIQUE INDEX aws_accounts_name ON aws_accounts (team_id, lower(name));

    CREATE TABLE environments (
      id uuid PRIMARY KEY,
      team_id uuid NOT NULL REFERENCES teams ON DELETE CASCADE,
      aws_account_id uuid NOT NULL REFERENCES aws_accounts,
      name text NOT NULL,
      spot_strategy text NOT NULL DEFAULT 'ALL',
      examine_requested_at timestamptz,
      deleting_at timestamptz,
      status_type text NOT NULL DEFAULT 'INITIAL',
      status_message text NOT NULL DEFAULT '',
      status jsonb,
      mirrored_event_sequence integer NOT NULL DEFAULT 0,
      desired_revision bigint NOT NULL DEFAULT 1,
      mirrored_revision bigint NOT NULL DEFAULT 0,
      created_at timestamptz NOT NULL DEFAULT now()
    );
    CREATE UNIQUE INDEX environments_name ON environments (team_id, lower(name));
    CREATE INDEX environments_aws_account ON environments (aws_account_id);

    CREATE TABLE applications (
      id uuid PRIMARY KEY,
      team_id uuid NOT NULL REFERENCES teams ON DELETE CASCADE,
      name text NOT NULL,
      type text NOT NULL DEFAULT 'GENERAL',
      cpu_count numeric(10,3) NOT NULL CHECK (cpu_count > 0),
      memory_mb integer NOT NULL CHECK (memory_mb > 0),
      docker_base_url text NOT NULL,
      num_processes integer NOT NULL CHECK (num_processes > 0),
      max_spot_percentage integer NOT NULL DEFAULT 100 CHECK (max_spot_percentage BETWEEN 0 AND 100),
      exposed_ports jsonb NOT NULL DEFAULT '[]',
      roles jsonb NOT NULL DEFAULT '{}',
      integration_id text NOT NULL UNIQUE,
      auto_deploy_environment_id uuid REFERENCES environments ON DELETE SET NULL,
      created_at timestamptz NOT NULL DEFAULT now()
    );
    CREATE UNIQUE INDEX applications_name ON applications (team_id, lower(name));

    CREATE TABLE application_versions (
      id uuid PRIMARY KEY,
      application_id uuid NOT NULL REFERENCES applications ON DELETE CASCADE,
      name text NOT NULL,
      docker_tag text NOT NULL,
      auto_deploy boolean NOT NULL DEFAULT false,
      created_at timestamptz NOT NULL DEFAULT now()
    );
    CREATE INDEX application_versions_newest ON application_versions (application_id, created_at DESC);

    CREATE TABLE application_overrides (
      environment_id uuid NOT NULL REFERENCES environments ON DELETE CASCADE,
      application_id uuid NOT NULL REFERENCES applications ON DELETE CASCADE,
      num_processes integer CHECK (num_processes >= 0),
      max_spot_percentage integer CHECK (max_spot_percentage BETWEEN 0 AND 100),
      roles jsonb NOT NULL DEFAULT '{}',
      PRIMARY KEY (environment_id, application_id)
    );

    -- Immutable snapshots of which version of which application an environment runs (core/resources/application).
    CREATE TABLE environment_versions (
      id uuid PRIMARY KEY,
      environment_id uuid NOT NULL REFERENCES environments ON DELETE CASCADE,
      number integer NOT NULL,
      applications jsonb NOT NULL,
      created_at timestamptz NOT NULL DEFAULT now(),
      UNIQUE (environment_id, number)
    );

    -- state: QUEUED 0, DEPLOYING 1, LIVE 2, FAILED 3, RETIRED 4. The snapshot is taken when a queued deployment starts.
    CREATE TABLE deployments (
      id uuid PRIMARY KEY,
      environment_id uuid NOT NULL REFERENCES environments ON DELETE CASCADE,
      sequence integer NOT NULL,
      state smallint NOT NULL DEFAULT 0 CHECK (state BETWEEN 0 AND 4),
      changes jsonb NOT NULL,
      environment_version_id uuid REFERENCES environment_versions,
      requested_by uuid,
      message text NOT NULL DEFAULT '',
      created_at timestamptz NOT NULL DEFAULT now(),
      started_at timestamptz,
      finished_at timestamptz,
      desired_revision bigint NOT NULL DEFAULT 1,
      mirrored_revision bigint NOT NULL DEFAULT 0,
      UNIQUE (environment_id, sequence)
    );
    CREATE UNIQUE INDEX deployments_one_at_a_time ON deployments (environment_id) WHERE state = 1;
    CREATE UNIQUE INDEX deployments_one_live ON deployments (environment_id) WHERE state = 2;

    CREATE TABLE log_messages (
      environment_id uuid NOT NULL REFERENCES environments ON DELETE CASCADE,
      sequence integer NOT NULL,
      type text NOT NULL,
      severity text NOT NULL,
      message text NOT NULL,
      created_at timestamptz NOT NULL,
      PRIMARY KEY (environment_id, sequence)
    );
    CREATE INDEX log_messages_recent ON log_messages (environment_id, type, created_at);

    -- When somebody of the team confirmed that environments and deployments cost money, each once.
    ALTER TABLE teams
      ADD COLUMN environment_cost_approved_at timestamptz,
      ADD COLUMN deployment_cost_approved_at timestamptz;

    CREATE FUNCTION notify_desired() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      PERFORM pg_notify('sdo_desired', TG_TABLE_NAME);
      RETURN NULL;
    END $$;
    CREATE TRIGGER notify_desired AFTER INSERT OR UPDATE OF desired_revision ON aws_accounts EXECUTE FUNCTION notify_desired();
    CREATE TRIGGER notify_desired AFTER INSERT OR UPDATE OF desired_revision ON environments EXECUTE FUNCTION notify_desired();
    CREATE TRIGGER notify_desired AFTER INSERT OR UPDATE OF desired_revision ON deployments EXECUTE FUNCTION notify_desired();
  `)
