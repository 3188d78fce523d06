import { isDeepStrictEqual } from 'node:util'
import { findOverlap } from '../../../core/aws/cidr'
import type { NetworkStatus, PeeringStatus } from '../../../core/resources/environment'
import { ready, stalled, waiting, type Outcome } from '../../reconcile/outcome'
import type { Work } from '../concern'
import type { LinkedNetwork } from '../linked/linked-networks'
import { findRival, givesWay } from './find-rival'

/** The obstacle to a link in one of the environment's networks. */
export interface LinkVerdict {
  outcome: Outcome
  /** Why the range of that network does not do, for people. */
  overlap?: string
  /** Whether ranges cannot be compared now. */
  isUnknown?: true
}

/** Writes down the connection of one of the environment's networks with a linked one, if nothing is in its way. */
export async function decideLink(
  work: Work,
  peerings: PeeringStatus[],
  name: string,
  { vpcId: ownVpcId, cidr: ownRange }: NetworkStatus,
): Promise<LinkVerdict> {
  const { pass } = work
  const linked = pass.linked.networks.get(name)
  const present = peerings.find((one) => one.network === name && one.ownVpcId === ownVpcId)
  const obstacle = whyNotLinkable(linked, present)
  if (!linked || obstacle !== undefined)
    return { outcome: stalled('CloudError', obstacle ?? '', pass.limits.stalledSeconds), isUnknown: true }
  if (!ownVpcId || !ownRange)
    return {
      outcome: waiting('Working', 'Waiting for the network of the environment.', pass.limits.pollSeconds),
    }
  return decideLinkable(work, peerings, linked, { present, ownVpcId, ownRange })
}

interface Asked {
  present: PeeringStatus | undefined
  ownVpcId: string
  ownRange: string
}

async function decideLinkable(
  { pass }: Work,
  peerings: PeeringStatus[],
  { network: { metadata, spec, status } }: LinkedNetwork,
  { present, ownVpcId, ownRange }: Asked,
): Promise<LinkVerdict> {
  const { vpcId, awsAccount } = spec
  const ranges = status?.vpc?.cidrs ?? []
  const wanted = { network: metadata.name, ownRange, ranges }
  const isMoved = (why: string): LinkVerdict => ({
    outcome: waiting(
      'RangesOverlap',
      `${vpcId} cannot be connected yet: ${why}. The environment moves to another range.`,
      pass.limits.resyncSeconds,
    ),
    overlap: why,
  })
  const own = findOverlap([ownRange], ranges)
  if (own) return isMoved(`the range ${own.other} of ${vpcId} overlaps ${own.range} of this environment`)
  const both = overlapOf(wanted, peerings)
  if (both)
    return {
      outcome: stalled(
        'RangesOverlap',
        `${vpcId} cannot be connected: ${both}, which is linked already.`,
        pass.limits.stalledSeconds,
      ),
    }
  const rival = present?.peeringId === undefined ? await findRival(pass, wanted) : undefined
  if (rival && givesWay(pass.environment.metadata.name, present, rival)) {
    if (present) present.phase = 'Removing'
    return isMoved(
      `the environment ${rival.displayName} is linked to ${vpcId} as well, and its range ${rival.ownRange} overlaps ${ownRange} of this one`,
    )
  }
  if (present?.phase === 'Removing') return { outcome: ready }
  // Its routes have to be gone before others lead to the same addresses.
  const isAwaited = peerings.some(
    (one) => one !== present && one.network === metadata.name && findOverlap([one.ownRange], [ownRange]),
  )
  if (!present && (isAwaited || rival))
    return {
      outcome: waiting(
        'Working',
        `${vpcId} is connected once earlier connections to ${ownRange} are gone.`,
        pass.limits.pollSeconds,
      ),
    }
  if (!present) peerings.push({ ...wanted, awsAccount, vpcId, ownVpcId, phase: 'Connecting' })
  else if (!isDeepStrictEqual(present.ranges, ranges)) {
    Object.assign(present, { ranges, phase: 'Connecting' })
    delete present.seenEpoch
  }
  return { outcome: ready }
}

/** Two networks of the same addresses cannot both be reached. */
function overlapOf(
  { network, ranges }: Pick<PeeringStatus, 'network' | 'ranges'>,
  peerings: PeeringStatus[],
): string | undefined {
  for (const other of peerings) {
    const both = other.network === network ? undefined : findOverlap(ranges, other.ranges)
    if (both) return `its range ${both.range} overlaps ${both.other} of ${other.vpcId}`
  }
  return undefined
}

/**
 * Why nothing can be connected with a network now, for people; undefined if it can. What led into a VPC that is gone leads nowhere: its
 * connection goes.
 */
function whyNotLinkable(
  linked: LinkedNetwork | undefined,
  present: PeeringStatus | undefined,
): string | undefined {
  if (!linked) return 'A linked network is no longer associated.'
  const { spec, status } = linked.network
  const ranges = status?.vpc?.cidrs ?? []
  if (status?.phase === 'HEALTHY' && ranges.length > 0) return undefined
  if (present && status?.phase === 'INITIAL_SETUP_FAILURE') present.phase = 'Removing'
  return `${spec.vpcId} cannot be connected. ${status?.message || 'SDO has not checked the network yet.'}`
}
