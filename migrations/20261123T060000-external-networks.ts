import type { QueryInterface } from 'sequelize'

/** External networks of teams, and which environments are to be connected with them. */
export const up = ({ context }: { context: QueryInterface }) =>
  context.sequelize.query(`
    -- Only such an account needs the role for networks.
    ALTER TABLE aws_accounts ADD COLUMN is_network_holder boolean NOT NULL DEFAULT false;

    CREATE TABLE external_networks (
      id uuid PRIMARY KEY,
      team_id uuid NOT NULL REFERENCES teams ON DELETE CASCADE,
      aws_account_id uuid NOT NULL REFERENCES aws_accounts,
      vpc_id text NOT NULL CHECK (vpc_id ~ '^vpc-[0-9a-f]{8,17}$'),
      region text NOT NULL,
      deleting_at timestamptz,
      state text NOT NULL DEFAULT 'INITIAL_SETUP',
      status jsonb,
      desired_revision bigint NOT NULL DEFAULT 1,
      mirrored_revision bigint NOT NULL DEFAULT 0,
      created_at timestamptz NOT NULL DEFAULT now()
    );
    CREATE UNIQUE INDEX external_networks_vpc_id ON external_networks (team_id, vpc_id);
    CREATE INDEX external_networks_aws_account ON external_networks (aws_account_id);
    CREATE TRIGGER notify_desired AFTER INSERT OR UPDATE OF desired_revision ON external_networks EXECUTE FUNCTION notify_desired();

    CREATE TABLE external_network_links (
      environment_id uuid NOT NULL REFERENCES environments ON DELETE CASCADE,
      external_network_id uuid NOT NULL REFERENCES external_networks,
      PRIMARY KEY (environment_id, external_network_id)
    );
    CREATE INDEX external_network_links_network ON external_network_links (external_network_id);
  `)
