import type { QueryInterface } from 'sequelize'

/** Finds the rows that name another one, what the background work is to do, and what is past its retention, among all that there are. */
export const up = ({ context }: { context: QueryInterface }) =>
  context.sequelize.query(`
    CREATE INDEX applications_auto_deploy ON applications (auto_deploy_environment_id) WHERE auto_deploy_environment_id IS NOT NULL;
    CREATE INDEX aws_accounts_of_number ON aws_accounts (account_number);
    CREATE INDEX aws_accounts_not_yet_right ON aws_accounts (state) WHERE was_right IS NOT true;
    CREATE INDEX aws_accounts_troubled ON aws_accounts (trouble_told_at)
      WHERE state IN ('INITIAL_SETUP', 'CONFIGURATION_CHANGE', 'FAILURE') AND was_right = true AND deleting_at IS NULL;
    CREATE INDEX environment_versions_age ON environment_versions (created_at);
    CREATE INDEX environments_unprotect_requested ON environments (unprotect_requested_by) WHERE unprotect_requested_by IS NOT NULL;
    CREATE INDEX integration_tokens_user ON integration_tokens (integration_user_id);
    CREATE INDEX sessions_integration_token ON sessions (integration_token_id) WHERE integration_token_id IS NOT NULL;
    CREATE INDEX sessions_integration_user ON sessions (integration_user_id) WHERE integration_user_id IS NOT NULL;
    CREATE INDEX terms_acceptances_terms ON terms_acceptances (terms_id);
    CREATE INDEX terms_openings_terms ON terms_openings (terms_id);
  `)
