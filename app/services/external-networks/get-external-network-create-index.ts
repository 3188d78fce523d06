import { region } from '../../../core/aws/region'
import type { HumanActor } from '../actor/actor'
import { listAccountChoices } from '../aws-accounts/list-account-choices'
import type { Dependencies } from '../dependencies'
import type { ExternalNetworkCreateIndex } from './external-network-views'

/** The regions and accounts in which an external network may be, and whether there may be one account more. */
export const getExternalNetworkCreateIndex = async (
  dependencies: Dependencies,
  actor: HumanActor,
): Promise<ExternalNetworkCreateIndex> => ({
  validRegions: [region],
  ...(await listAccountChoices(dependencies, actor)),
})
