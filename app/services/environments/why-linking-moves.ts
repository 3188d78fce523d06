import { findOverlap } from '../../../core/aws/cidr'
import { vpcShortage } from '../../../core/resources/account-checks'
import { billedOf } from '../../../core/resources/billed'
import { describeCostOfMove } from '../../../core/charges/bill'
import { AwsAccount } from '../../../db/models/aws-account'
import type { Environment } from '../../../db/models/environment'
import { listRangesInNetworks } from '../../../db/queries/external-networks'
import type { Dependencies } from '../dependencies'

/**
 * Warnings for people, by id of the network, where linking it would move an environment: their ranges overlap, or another environment's
 * that is connected with it.
 */
export async function whyLinkingMoves(
  { sequelize }: Pick<Dependencies, 'sequelize'>,
  { id, teamId, awsAccountId, status }: Environment,
): Promise<ReadonlyMap<string, string>> {
  const cidr = status?.network.cidr
  const reasons = new Map<string, string>()
  if (cidr === undefined) return reasons
  const cost = describeCostOfMove(billedOf(status))
  const account = await AwsAccount.findByPk(awsAccountId)
  const shortage = vpcShortage(account?.status?.preflight)
  const effects = shortage === undefined ? cost : `${cost} It needs a second VPC meanwhile. ${shortage}`
  for (const { networkId, range, environmentName } of await listRangesInNetworks(sequelize, teamId, id)) {
    if (reasons.has(networkId) || !findOverlap([range], [cidr])) continue
    const owner =
      environmentName === null ? 'the network' : `the environment ${environmentName}, which is linked to it`
    reasons.set(
      networkId,
      `Linking it moves this environment to another range of addresses: ${cidr} overlaps ${range} of ${owner}. ${effects}`,
    )
  }
  return reasons
}
