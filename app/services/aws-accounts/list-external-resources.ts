import { listAwsAccounts } from '../../../db/queries/aws-accounts'
import { listExternalNetworks } from '../../../db/queries/external-networks'
import { listHostedZones } from '../../../db/queries/hosted-zones'
import type { HumanActor } from '../actor/actor'
import { readableDomain } from '../answers/readable-domain'
import { byName, byText } from '../answers/lists'
import type { Dependencies } from '../dependencies'
import type { ExternalResources } from './aws-account-views'

/** Everything of the team's that lies outside: AWS accounts, hosted zones, external networks. */
export async function listExternalResources(
  { sequelize }: Dependencies,
  { teamId, isAdmin }: HumanActor,
): Promise<ExternalResources> {
  const [awsAccounts, hostedZones, externalNetwork] = await Promise.all([
    listAwsAccounts(sequelize, teamId),
    listHostedZones(sequelize, teamId),
    listExternalNetworks(sequelize, teamId),
  ])
  return {
    awsAccount: awsAccounts.sort(byName),
    hostedZone: hostedZones
      .map(({ name, ...zone }) => ({
        ...zone,
        ...(name !== null && { name, displayName: readableDomain(name) }),
      }))
      .sort(byText(({ displayName, awsId }) => displayName ?? awsId)),
    externalNetwork,
    showAdminControls: isAdmin,
  }
}
