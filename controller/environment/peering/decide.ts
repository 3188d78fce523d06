import { isDeepStrictEqual } from 'node:util'
import { findOverlap } from '../../../core/aws/cidr'
import type { PeeringStatus } from '../../../core/resources/environment'
import { isToGo } from '../../../core/resources/metadata'
import { joinOutcomes, ready, stalled, waiting, type Outcome } from '../../reconcile/outcome'
import { settlingSeconds, type Learned } from '../concern'
import type { PeeringWork } from './memory'
import { findRival } from './find-rival'

/** Writes down which connections are to be made, and which go. */
export async function decide(work: PeeringWork): Promise<Learned> {
  const { pass, draft } = work
  const links = isToGo(pass.environment.metadata) ? [] : (pass.environment.spec.linkedNetworks ?? [])
  if (links.length === 0 && !draft.status.peerings) return {}
  const peerings = (draft.status.peerings ??= [])
  if (settlingSeconds(work) === 0)
    for (const peering of peerings) if (!links.includes(peering.network)) peering.phase = 'Removing'
  const outcomes: Outcome[] = []
  for (const name of links) outcomes.push(await decideOne(work, peerings, name))
  const isMoving = peerings.some(({ phase }) => phase !== 'Connected')
  if (links.length === 0 && peerings.length === 0) delete draft.status.peerings
  const outcome = joinOutcomes([
    ...outcomes,
    isMoving ? waiting('Working', 'Connecting networks.', pass.limits.pollSeconds) : ready,
  ])
  if (outcome.kind === 'ready')
    draft.condition({
      type: 'NetworksConnected',
      status: 'True',
      reason: 'Ready',
      message: describe(peerings),
    })
  return { outcome }
}

const describe = (peerings: PeeringStatus[]): string =>
  peerings.length === 0
    ? 'No external network is linked.'
    : ['Every linked network is connected.', ...peerings.flatMap(({ message }) => message ?? [])].join(' ')

/** @returns why the link cannot be made now */
async function decideOne(
  { pass, draft, memory }: PeeringWork,
  peerings: PeeringStatus[],
  name: string,
): Promise<Outcome> {
  const { vpcId: ownVpcId, cidr: ownRange } = draft.status.network
  const linked = memory.networks.get(name)
  const present = peerings.find(({ network }) => network === name)
  if (!linked)
    return stalled('CloudError', 'A linked network is not associated any more.', pass.limits.stalledSeconds)
  const { spec, status } = linked.network
  const ranges = status?.vpc?.cidrs ?? []
  if (status?.phase !== 'HEALTHY' || ranges.length === 0) {
    // What led there leads nowhere now.
    if (present && status?.phase === 'INITIAL_SETUP_FAILURE') present.phase = 'Removing'
    const reason = status?.message || 'The network has yet to be looked at.'
    return stalled('CloudError', `${spec.vpcId} cannot be connected. ${reason}`, pass.limits.stalledSeconds)
  }
  if (present?.phase === 'Removing') return ready
  if (present && present.ownVpcId !== ownVpcId) {
    present.phase = 'Removing'
    return ready
  }
  if (!ownVpcId || !ownRange)
    return waiting('Working', 'Waiting for the network of the environment.', pass.limits.pollSeconds)
  const wanted = { network: name, ownRange, ranges }
  const overlap = overlapOf(spec.vpcId, wanted, peerings)
  if (overlap) return stalled('RangesOverlap', overlap, pass.limits.stalledSeconds)
  if (!present) {
    const rival = await findRival(pass, wanted)
    if (rival)
      return stalled(
        'RangesOverlap',
        `The environment ${rival.displayName} is linked to ${spec.vpcId} as well, and its range ${rival.ownRange} overlaps ${ownRange} of this one. Unlink one of them.`,
        pass.limits.stalledSeconds,
      )
    const { awsAccount, vpcId } = spec
    peerings.push({ ...wanted, ...{ awsAccount, vpcId, ownVpcId }, phase: 'Connecting' })
  } else if (!isDeepStrictEqual(present.ranges, ranges))
    Object.assign(present, { ranges, phase: 'Connecting' })
  return ready
}

/** Two networks of the same addresses cannot both be reached. */
function overlapOf(
  vpcId: string,
  { network, ownRange, ranges }: Pick<PeeringStatus, 'network' | 'ownRange' | 'ranges'>,
  peerings: PeeringStatus[],
): string | undefined {
  const own = findOverlap([ownRange], ranges)
  if (own)
    return `${vpcId} cannot be connected: its range ${own.other} overlaps ${own.range} of this environment. Link it to a new environment: that gets a range beside it.`
  for (const other of peerings) {
    const both = other.network === network ? undefined : findOverlap(ranges, other.ranges)
    if (both)
      return `${vpcId} cannot be connected: its range ${both.range} overlaps ${both.other} of ${other.vpcId}, which is linked already.`
  }
  return undefined
}
