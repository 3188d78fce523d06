import type { Sequelize } from 'sequelize'
import type { AwsAccountStatus } from '../../core/resources/aws-account'
import { awsAccountStateOf } from '../../core/resources/wire-states'
import type { AwsAccount } from '../models/aws-account'
import { execute, select } from '../sql'

const selectAwsAccounts = `
  SELECT id, name, account_number AS "accountNumber", is_environment_holder AS "isEnvironmentHolder", state AS "statusType",
    coalesce(status->>'message', '') AS "statusMessage",
    array(
      SELECT environments.name FROM environments
      WHERE environments.aws_account_id = aws_accounts.id AND status_type <> 'READY' AND jsonb_path_exists(
        environments.status,
        '$.conditions[*] ? (@.type == "CloudAccess" && @.status == "False" && @.reason == "AccessDenied")'
      )
      ORDER BY environments.name
    ) AS "refusedEnvironments"
  FROM aws_accounts WHERE team_id = $1`

type AwsAccountRow = Pick<AwsAccount, 'id' | 'name' | 'accountNumber' | 'isEnvironmentHolder'> & {
  statusType: AwsAccount['state']
  statusMessage: string
  refusedEnvironments: string[]
}

/** The AWS accounts of a team, each with the names of the environments to which it refuses access. */
export const listAwsAccounts = (sequelize: Sequelize, teamId: string) =>
  select<AwsAccountRow>(sequelize, selectAwsAccounts, [teamId])

/** Keeps a status. The state changes only with an answer to what people asked last: the row as it is now was applied, its newest examination answered. */
export const recordAwsAccount = (
  sequelize: Sequelize,
  id: string,
  { status, isAnswer }: { status: AwsAccountStatus; isAnswer: boolean },
) =>
  execute(
    sequelize,
    `UPDATE aws_accounts
        SET status = $2::jsonb,
            state = CASE WHEN $3 AND mirrored_revision >= desired_revision AND verify_request <= $4 THEN $5 ELSE state END
      WHERE id = $1 AND (
        status IS DISTINCT FROM $2::jsonb
        OR ($3 AND mirrored_revision >= desired_revision AND verify_request <= $4 AND state IS DISTINCT FROM $5))`,
    [id, JSON.stringify(status), isAnswer, status.answeredVerifyRequest, awsAccountStateOf(status.phase)],
  )
