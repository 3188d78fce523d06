import { peeringLines } from '../../../core/environment-log/network-lines'
import type { AwsAccount } from '../../../core/resources/aws-account'
import type { PeeringStatus } from '../../../core/resources/environment'
import { CloudError, type Peering } from '../../cloud/cloud'
import { ready, stalled, waiting, type Outcome } from '../../reconcile/outcome'
import type { Work } from '../concern'
import { isAlive } from './disconnect'
import { findRival } from './find-rival'
import { inAccountOf } from './refusal'
import { ensureRoutes, removeRoutes, type EnsuredRoutes } from './routes'

/** Before a connection that AWS could not make is asked for again. */
const failedSeconds = 60

interface PeeringWork extends Work {
  /** Before this time, a connection that failed is not asked for again; by VPC of the environment and name of the network. */
  readonly retryEpoch: Map<string, number>
}

/** Asks for the connection, accepts it, and adds what is missing on either side. */
export async function connect(
  work: PeeringWork,
  peering: PeeringStatus,
  awsAccount: AwsAccount,
  both: Peering[],
): Promise<Outcome> {
  const { pass } = work
  const found = both.find(isAlive) ?? (await request(work, peering, awsAccount, both))
  if (!('id' in found)) return found
  recordId(work, peering, found)
  const { network } = peering
  const { externalNetworks } = pass.dependencies.cloud.account(awsAccount.spec)
  if (found.state === 'requested')
    return waiting('Working', `Waiting for AWS to connect ${peering.vpcId}.`, pass.limits.pollSeconds)
  const tags = pass.tags(`peering/${network}`)
  await inAccountOf(awsAccount, () => externalNetworks.ensureAccepted({ peeringId: found.id, tags }))
  if (found.state !== 'active')
    return waiting('Working', `Waiting until ${peering.vpcId} is connected.`, pass.limits.firstPollSeconds)
  const { obstacles, areListed } = await route(work, peering, awsAccount, found.id)
  if (obstacles.length > 0) {
    peering.message = obstacles.join(' ')
    return stalled(
      'RangesOverlap',
      `${peering.vpcId} is connected in part. ${peering.message} Delete it, or unlink the network.`,
      pass.limits.stalledSeconds,
    )
  }
  const message = await resolveNames(work, peering, awsAccount, found)
  if (!areListed)
    return waiting(
      'Working',
      `Waiting until AWS shows the routes to and from ${peering.vpcId}.`,
      pass.limits.pollSeconds,
    )
  conclude(work, peering, message)
  return ready
}

/** Asks for the connection anew. @returns why not yet, if it cannot */
async function request(
  { pass, draft, retryEpoch: retryEpochs }: PeeringWork,
  peering: PeeringStatus,
  awsAccount: AwsAccount,
  both: Peering[],
): Promise<Peering | Outcome> {
  const { vpcId, ownVpcId, network } = peering
  const key = `${ownVpcId} ${network}`
  const failed = both.find(({ id, state }) => id === peering.peeringId && state === 'failed')
  const retryEpoch = retryEpochs.get(key)
  if (failed && retryEpoch === undefined) retryEpochs.set(key, pass.now + failedSeconds * 1000)
  if (failed && pass.now < (retryEpochs.get(key) ?? 0))
    return stalled(
      'CloudError',
      `AWS could not connect ${vpcId}: ${failed.message}. SDO tries again.`,
      pass.limits.stalledSeconds,
    )
  retryEpochs.delete(key)
  const rival = peering.peeringId === undefined ? await findRival(pass, peering) : undefined
  if (rival)
    return waiting(
      'RangesOverlap',
      `The environment ${rival.displayName} is linked to ${vpcId} as well, and has addresses of ${peering.ownRange} too (${rival.ownRange}). One of them moves to another range.`,
      pass.limits.pollSeconds,
    )
  if (peering.peeringId !== undefined) draft.event(peeringLines.gone, { id: peering.peeringId, vpcId })
  try {
    return await pass.account.peerings.create({
      vpcId: ownVpcId,
      peer: { accountNumber: awsAccount.spec.accountNumber, vpcId },
      tags: pass.tags(`peering/${network}`),
    })
  } catch (error) {
    // Most likely what was asked for before its answer was lost: it is listed sooner or later.
    if (error instanceof CloudError && error.kind === 'invalid')
      return waiting('CloudError', `${vpcId}: ${error.message}`, pass.limits.retrySeconds)
    throw error
  }
}

/** Routes may still lead into the one before. */
function recordId({ draft }: Work, peering: PeeringStatus, { id }: Peering): void {
  if (peering.peeringId === id) return
  if (peering.peeringId !== undefined) {
    peering.formerIds = [...new Set([...(peering.formerIds ?? []), peering.peeringId])]
    peering.phase = 'Connecting'
    delete peering.seenEpoch
  }
  peering.peeringId = id
  draft.event(peeringLines.asked, { id, vpcId: peering.vpcId })
}

/** Adds routes on both sides. */
async function route(
  { pass }: Work,
  peering: PeeringStatus,
  awsAccount: AwsAccount,
  peeringId: string,
): Promise<EnsuredRoutes> {
  const { ownRange, ranges, vpcId, ownVpcId, formerIds = [] } = peering
  const own = pass.account.peerings
  const theirs = pass.dependencies.cloud.account(awsAccount.spec).externalNetworks
  const ownTables = await own.listRouteTables(ownVpcId)
  await removeRoutes(own, ownTables, [peeringId, ...formerIds], (range) => !ranges.includes(range))
  const ours = await ensureRoutes(own, { tables: ownTables, destinations: ranges, peeringId, formerIds })
  const others = await inAccountOf(awsAccount, async () => {
    const tables = await theirs.listRouteTables(vpcId)
    return ensureRoutes(theirs, { tables, destinations: [ownRange], peeringId, formerIds })
  })
  return {
    obstacles: [...ours.obstacles, ...others.obstacles],
    areListed: ours.areListed && others.areListed,
  }
}

/** @returns what is to be done before names lead to private addresses, if anything */
async function resolveNames(
  { pass }: Work,
  { vpcId, ownVpcId }: PeeringStatus,
  awsAccount: AwsAccount,
  { id, resolvesNames }: Peering,
): Promise<string | undefined> {
  const { peerings } = pass.account
  const { externalNetworks } = pass.dependencies.cloud.account(awsAccount.spec)
  try {
    if (!resolvesNames.requester) {
      await peerings.enableDnsNames(ownVpcId)
      await peerings.resolveNames(id, 'requester')
    }
    if (!resolvesNames.accepter)
      await inAccountOf(awsAccount, () => externalNetworks.resolveNames(id, 'accepter'))
    return undefined
  } catch (error) {
    if (!(error instanceof CloudError && error.kind === 'invalid')) throw error
    return `Names do not lead to private addresses: turn DNS resolution and DNS hostnames on in ${vpcId}.`
  }
}

function conclude({ pass, draft }: Work, peering: PeeringStatus, message: string | undefined): void {
  if (peering.phase !== 'Connected') draft.event(peeringLines.connected, peering)
  if (message !== undefined && message !== peering.message) draft.event(peeringLines.obstructed, { message })
  delete peering.formerIds
  delete peering.message
  Object.assign(peering, { phase: 'Connected', seenEpoch: pass.now, ...(message && { message }) })
}
