import type { QueryInterface } from 'sequelize'

/** What removing a snapshot asks: whether a deployment still has it. And what looks for versions that have become old. */
export const up = ({ context }: { context: QueryInterface }) =>
  context.sequelize.query(`
    CREATE INDEX deployments_environment_version ON deployments (environment_version_id);
    CREATE INDEX application_versions_old ON application_versions (created_at);
  `)
