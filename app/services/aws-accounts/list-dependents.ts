import type { AwsAccount } from '../../../db/models/aws-account'
import { findEnvironments } from '../../../db/find-environments'
import { ExternalNetwork } from '../../../db/models/external-network'
import { HostedZone } from '../../../db/models/hosted-zone'
import { requireAccess } from '../access/access'
import type { HumanActor } from '../actor/actor'
import { byName, byText } from '../answers/lists'
import { readableDomain, zoneNameOf } from '../answers/readable-domain'
import type { Dependencies } from '../dependencies'
import type { AwsAccountDependents } from './aws-account-views'
import { requireOwn } from '../access/own'

/** The resources that must be deleted before an account can be. */
export async function listDependents({ id }: Pick<AwsAccount, 'id'>): Promise<AwsAccountDependents> {
  const where = { awsAccountId: id }
  // One after the other: a deletion asks in its transaction, which has one connection.
  const environments = await findEnvironments(where)
  const zones = await HostedZone.findAll({ where })
  const networks = await ExternalNetwork.findAll({ where })
  return {
    dependentEnvironmentNames: environments.sort(byName).map(({ name }) => name),
    dependentHostedZones: zones
      .map(zoneNameOf)
      .map(readableDomain)
      .sort(byText((name: string) => name)),
    dependentExternalNetworks: networks
      .map(({ vpcId, region }) => ({ vpcId, region }))
      .sort(byText(({ vpcId }) => vpcId)),
  }
}

export const hasDependents = (dependents: AwsAccountDependents): boolean =>
  Object.values(dependents).some((list) => list.length > 0)

/** Dependents of an account for people, ahead of its deletion. */
export async function getAwsAccountDependents(
  _dependencies: Dependencies,
  actor: HumanActor,
  id: string,
): Promise<AwsAccountDependents> {
  requireAccess(actor, 'admin')
  return listDependents(await requireOwn('awsAccount', actor, id))
}
