import { listEnvironmentsOfNetwork } from '../../../db/queries/external-networks'
import { requireAccess } from '../access/access'
import type { HumanActor } from '../actor/actor'
import { byText } from '../answers/lists'
import type { Dependencies } from '../dependencies'
import type { ExternalNetworkView } from './external-network-views'
import { requireOwn } from '../access/own'

/** A network, and the environments from which it must be disassociated before it can go. */
export async function getExternalNetwork(
  { sequelize }: Dependencies,
  actor: HumanActor,
  id: string,
): Promise<ExternalNetworkView> {
  requireAccess(actor, 'admin')
  const { id: networkId, vpcId, region } = await requireOwn('externalNetwork', actor, id)
  const environments = await listEnvironmentsOfNetwork(sequelize, networkId)
  return {
    id: networkId,
    vpcId,
    region,
    dependentEnvironmentNames: environments.sort(byText((name: string) => name)),
  }
}
