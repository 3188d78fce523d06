import { select } from '../../../db/select'
import type { HumanActor } from '../actor/actor'
import { byName } from '../answers/sorting'
import type { Dependencies } from '../dependencies'
import type { ExternalResources } from './aws-account-views'

type Row = ExternalResources['awsAccount'][number]

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

/** Everything of the team's that lies outside: AWS accounts, hosted zones, external networks. */
export async function listExternalResources(
  { sequelize }: Dependencies,
  { teamId, isAdmin }: HumanActor,
): Promise<ExternalResources> {
  const awsAccounts = await select<Row>(sequelize, selectAwsAccounts, [teamId])
  return {
    awsAccount: awsAccounts.sort(byName),
    hostedZone: [],
    externalNetwork: [],
    showAdminControls: isAdmin,
  }
}
