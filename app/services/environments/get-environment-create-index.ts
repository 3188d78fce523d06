import { vpcShortage } from '../../../core/resources/account-checks'
import { AwsAccount } from '../../../db/models/aws-account'
import type { HumanActor } from '../actor/actor'
import { byName } from '../answers/lists'
import type { Dependencies } from '../dependencies'
import type { EnvironmentCreateIndex } from './environment-list-views'

/** Choices of the form for a new environment. */
export async function getEnvironmentCreateIndex(
  _dependencies: Dependencies,
  { teamId }: HumanActor,
): Promise<EnvironmentCreateIndex> {
  const awsAccounts = await AwsAccount.findAll({
    where: { teamId, isEnvironmentHolder: true, deletingAt: null },
  })
  return {
    awsAccounts: awsAccounts.sort(byName).map(({ id, name, accountNumber, state, status }) => ({
      id,
      name,
      accountNumber,
      statusType: state,
      vpcShortage: vpcShortage(status?.preflight),
    })),
  }
}
