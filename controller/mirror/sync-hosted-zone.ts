import { HostedZone } from '../../db/models/hosted-zone'
import { recordHostedZone } from '../../db/queries/hosted-zones'
import { syncExternal } from './sync-external'

/** Brings the row and the resource of one hosted zone into agreement. */
export const syncHostedZone = syncExternal<'HostedZone', HostedZone>({
  kind: 'HostedZone',
  model: HostedZone,
  toSpec: ({ awsAccountId, awsId }) => ({ awsAccount: awsAccountId, zoneId: awsId }),
  record: recordHostedZone,
})
