import { listEnvironmentsOfNetwork } from '../../../db/queries/external-networks'
import { requireAccess } from '../access/access'
import { requireExternalNetwork } from '../access/require-external-network'
import type { HumanActor } from '../actor/actor'
import { byText } from '../answers/sorting'
import type { Dependencies } from '../dependencies'
import type { ExternalNetworkView } from './external-network-views'

/** A network, and the environments from which it must be disassociated before it can go. */
export async function getExternalNetwork(
  { sequelize }: Dependencies,
  actor: HumanActor,
  id: string,
): Promise<ExternalNetworkView> {
  requireAccess(actor, 'admin')
  const { id: networkId, vpcId, region } = await requireExternalNetwork(actor, id)
  const environments = await listEnvironmentsOfNetwork(sequelize, networkId)
  return {
    ...{ id: networkId, vpcId, region },
    dependentEnvironmentNames: environments.sort(byText((name: string) => name)),
  }
}
