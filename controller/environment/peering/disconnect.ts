import { peeringLines } from '../../../core/environment-log/network-lines'
import type { AwsAccount } from '../../../core/resources/aws-account'
import type { PeeringStatus } from '../../../core/resources/environment'
import { CloudError, type Peering } from '../../cloud/cloud'
import { ready, waiting, type Outcome } from '../../reconcile/outcome'
import type { Work } from '../concern'
import { inAccountOf } from './refusal'
import { removeRoutes } from './routes'

/**
 * Takes routes away on both sides, then the connection. Two looks that are some time apart must both find nothing: as long apart as AWS may take to
 * list what was made, unless all of it was listed once.
 */
export async function disconnect(
  { pass, draft }: Work,
  peering: PeeringStatus,
  awsAccount: AwsAccount,
  both: Peering[],
): Promise<Outcome> {
  const { vpcId, ownVpcId, ownRange } = peering
  const alive = both.filter(isAlive)
  const ids = [...both.map(({ id }) => id), ...(peering.formerIds ?? [])]
  if (peering.peeringId !== undefined) ids.push(peering.peeringId)
  const own = pass.account.peerings
  const theirs = pass.dependencies.cloud.account(awsAccount.spec).externalNetworks
  await inAccountOf(awsAccount, async () => {
    const tables = await unlessGone(() => theirs.listRouteTables(vpcId))
    await removeRoutes(theirs, tables, ids, (range) => range === ownRange)
  })
  await removeRoutes(own, await unlessGone(() => own.listRouteTables(ownVpcId)), ids, () => true)
  for (const { id } of alive) await own.delete(id)
  const { limits, now } = pass
  // What was asked for last may not be listed yet.
  if (alive.length > 0 || peering.absentEpoch === undefined) {
    peering.absentEpoch = now
    return waiting('Working', `Disconnecting ${vpcId}.`, limits.pollSeconds)
  }
  const wasListed = peering.seenEpoch !== undefined || peering.peeringId === undefined
  const apart = wasListed ? limits.visibilitySeconds : limits.goneSeconds
  const seconds = Math.min(apart - pass.secondsSince(peering.absentEpoch), limits.visibilitySeconds)
  if (seconds > 0) return waiting('Working', `Checking that ${vpcId} is disconnected.`, seconds)
  draft.status.peerings = draft.status.peerings?.filter((one) => one !== peering)
  draft.event(peeringLines.disconnected, { vpcId })
  return ready
}

async function unlessGone<T>(list: () => Promise<T[]>): Promise<T[]> {
  try {
    return await list()
  } catch (error) {
    if (error instanceof CloudError && error.kind === 'not-found') return []
    throw error
  }
}

/** Whether traffic goes through a connection, or may soon. */
export const isAlive = ({ state }: Peering): boolean => state !== 'gone' && state !== 'failed'
