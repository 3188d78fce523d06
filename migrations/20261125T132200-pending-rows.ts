import type { QueryInterface } from 'sequelize'

/** Finds the few rows that the mirror has to apply, and the deployments that have not ended, among all that there ever were. */
export const up = ({ context }: { context: QueryInterface }) =>
  context.sequelize.query(`
    CREATE INDEX aws_accounts_pending ON aws_accounts (id) WHERE desired_revision > mirrored_revision;
    CREATE INDEX hosted_zones_pending ON hosted_zones (id) WHERE desired_revision > mirrored_revision;
    CREATE INDEX external_networks_pending ON external_networks (id) WHERE desired_revision > mirrored_revision;
    CREATE INDEX environments_pending ON environments (id) WHERE desired_revision > mirrored_revision;
    CREATE INDEX deployments_pending ON deployments (sequence) WHERE desired_revision > mirrored_revision;
    CREATE INDEX deployments_not_ended ON deployments (sequence) WHERE state IN (0, 1, 2);
  `)
