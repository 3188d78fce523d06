import { ExternalNetwork } from '../../db/models/external-network'
import { recordExternalNetwork, releaseNetworkHolder } from '../../db/queries/external-networks'
import { syncExternal } from './sync-external'

/** Brings the row and the resource of one external network into agreement. */
export const syncExternalNetwork = syncExternal<'ExternalNetwork', ExternalNetwork>({
  kind: 'ExternalNetwork',
  model: ExternalNetwork,
  toSpec: ({ awsAccountId, vpcId, region }) => ({ awsAccount: awsAccountId, vpcId, region }),
  record: recordExternalNetwork,
  forget: (sequelize, { awsAccountId }) => releaseNetworkHolder(sequelize, awsAccountId),
})
