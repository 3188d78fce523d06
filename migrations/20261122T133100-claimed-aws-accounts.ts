import type { QueryInterface } from 'sequelize'

/** An AWS account belongs to the team that proved it: others may have entered its number before, and hold nothing by that. */
export const up = ({ context }: { context: QueryInterface }) =>
  context.sequelize.query(`
    ALTER TABLE aws_accounts DROP CONSTRAINT aws_accounts_account_number_key;
    -- When the roles of the account first trusted this team's external id; null before.
    ALTER TABLE aws_accounts ADD COLUMN claimed_at timestamptz;
    UPDATE aws_accounts SET claimed_at = created_at
      WHERE state = 'SUCCESS' OR status->>'matchedDefinition' IS NOT NULL
        OR EXISTS (SELECT FROM environments WHERE aws_account_id = aws_accounts.id);
    CREATE UNIQUE INDEX aws_accounts_claimed ON aws_accounts (account_number) WHERE claimed_at IS NOT NULL;
    CREATE UNIQUE INDEX aws_accounts_number ON aws_accounts (team_id, account_number);
  `)
