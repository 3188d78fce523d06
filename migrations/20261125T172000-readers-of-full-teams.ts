import type { QueryInterface } from 'sequelize'

/** What is read of one person or application is found among all that a team, or all teams, have. */
export const up = ({ context }: { context: QueryInterface }) =>
  context.sequelize.query(`
    CREATE INDEX audit_entries_lasting ON audit_entries (actor_id, created_at)
      WHERE action IN ('integration-token.create', 'integration-trust.create', 'user.create', 'webhook.create');
    CREATE INDEX application_overrides_application ON application_overrides (application_id);
  `)
