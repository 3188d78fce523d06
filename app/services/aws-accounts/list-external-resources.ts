import { byName } from '../../../core/sorting'
import { AwsAccount } from '../../../db/models/aws-account'
import type { HumanActor } from '../actor'
import type { Dependencies } from '../dependencies'
import type { ExternalResources } from './aws-account-views'

/** Everything of the team's that lies outside: AWS accounts, hosted zones, external networks. */
export async function listExternalResources(
  _dependencies: Dependencies,
  { teamId, isAdmin }: HumanActor,
): Promise<ExternalResources> {
  const awsAccounts = await AwsAccount.findAll({
    attributes: ['id', 'name', 'accountNumber', 'isEnvironmentHolder', 'state'],
    where: { teamId },
    raw: true,
  })
  return {
    awsAccount: awsAccounts.sort(byName).map(({ id, name, accountNumber, isEnvironmentHolder, state }) => ({
      id,
      name,
      accountNumber,
      isEnvironmentHolder,
      statusType: state,
    })),
    hostedZone: [],
    externalNetwork: [],
    showAdminControls: isAdmin,
  }
}
