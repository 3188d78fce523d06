import { listAwsAccounts } from '../../../db/queries/aws-accounts'
import type { HumanActor } from '../actor/actor'
import { byName } from '../answers/sorting'
import type { Dependencies } from '../dependencies'
import type { ExternalResources } from './aws-account-views'

/** Everything of the team's that lies outside: AWS accounts, hosted zones, external networks. */
export async function listExternalResources(
  { sequelize }: Dependencies,
  { teamId, isAdmin }: HumanActor,
): Promise<ExternalResources> {
  const awsAccounts = await listAwsAccounts(sequelize, teamId)
  return {
    awsAccount: awsAccounts.sort(byName),
    hostedZone: [],
    externalNetwork: [],
    showAdminControls: isAdmin,
  }
}
