import { listAwsAccounts } from '../../../db/queries/aws-accounts'
import { listHostedZones } from '../../../db/queries/hosted-zones'
import type { HumanActor } from '../actor/actor'
import { byName, byText } from '../answers/sorting'
import type { Dependencies } from '../dependencies'
import type { ExternalResources } from './aws-account-views'

/** Everything of the team's that lies outside: AWS accounts, hosted zones, external networks. */
export async function listExternalResources(
  { sequelize }: Dependencies,
  { teamId, isAdmin }: HumanActor,
): Promise<ExternalResources> {
  const [awsAccounts, hostedZones] = await Promise.all([
    listAwsAccounts(sequelize, teamId),
    listHostedZones(sequelize, teamId),
  ])
  return {
    awsAccount: awsAccounts.sort(byName),
    hostedZone: hostedZones
      .map(({ name, ...zone }) => ({ ...zone, ...(name !== null && { name }) }))
      .sort(byText(({ name, awsId }) => name ?? awsId)),
    externalNetwork: [],
    showAdminControls: isAdmin,
  }
}
