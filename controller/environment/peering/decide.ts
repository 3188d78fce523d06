import { isDeepStrictEqual } from 'node:util'
import { findOverlap } from '../../../core/aws/cidr'
import type { NetworkStatus, PeeringStatus } from '../../../core/resources/environment'
import { isToGo } from '../../../core/resources/metadata'
import { joinOutcomes, ready, stalled, waiting, type Outcome } from '../../reconcile/outcome'
import { settlingSeconds, type Learned } from '../concern'
import { findRival, givesWay } from './find-rival'
import type { PeeringWork } from './memory'
import type { LinkedNetwork } from '../linked/linked-networks'
import { whyNotLinkable } from './not-linkable'
import { standsIn } from '../workload/places'

/** The obstacle to a link in one of the environment's networks. */
interface Verdict {
  outcome: Outcome
  /** Why the range of that network does not do, for people. */
  overlap?: string
  /** Whether ranges cannot be compared now. */
  isUnknown?: true
}

/**
 * Writes down which connections are to be made, and which go: of the network that the environment has and of that to which it moves. Those of the
 * former one stay as long as anything runs there.
 */
export async function decide(work: PeeringWork): Promise<Learned> {
  const { pass, draft } = work
  const { network, next, former } = draft.status
  const links = isToGo(pass.environment.metadata) ? [] : (pass.environment.spec.linkedNetworks ?? [])
  if (links.length === 0 && !draft.status.peerings) return { overlap: noOverlap }
  const peerings = (draft.status.peerings ??= [])
  const kept = [network, next, isInUse(work, former) ? former : undefined].flatMap((one) => one?.vpcId ?? [])
  const isSettled = settlingSeconds(work) === 0
  for (const peering of peerings)
    if (isSettled && (!links.includes(peering.network) || !kept.includes(peering.ownVpcId)))
      peering.phase = 'Removing'
  const present: Verdict[] = []
  const coming: Verdict[] = []
  for (const name of links) {
    present.push(await decideOne(work, peerings, name, network))
    if (next?.vpcId) coming.push(await decideOne(work, peerings, name, next))
  }
  const isChanging = peerings.some(({ phase }) => phase !== 'Connected')
  if (links.length === 0 && peerings.length === 0) delete draft.status.peerings
  const outcome = joinOutcomes([
    ...[...present, ...coming].map((one) => one.outcome),
    isChanging ? waiting('Working', 'Connecting networks.', pass.limits.pollSeconds) : ready,
  ])
  if (outcome.kind === 'ready')
    draft.condition({
      type: 'NetworksConnected',
      status: 'True',
      reason: 'Ready',
      message: describe(peerings),
    })
  const isKnown = isSettled && ![...present, ...coming].some(({ isUnknown }) => isUnknown)
  const first = (verdicts: Verdict[]) => verdicts.find(({ overlap }) => overlap !== undefined)?.overlap
  return { outcome, overlap: { present: first(present), next: first(coming), isKnown } }
}

const noOverlap = { present: undefined, next: undefined, isKnown: true }

const isInUse = ({ draft }: PeeringWork, network: NetworkStatus | undefined): boolean =>
  network !== undefined && draft.status.instances.some(standsIn(network))

const describe = (peerings: PeeringStatus[]): string =>
  peerings.length === 0
    ? 'No external network is linked.'
    : ['Every linked network is connected.', ...peerings.flatMap(({ message }) => message ?? [])].join(' ')

async function decideOne(
  work: PeeringWork,
  peerings: PeeringStatus[],
  name: string,
  { vpcId: ownVpcId, cidr: ownRange }: NetworkStatus,
): Promise<Verdict> {
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
  return judge(work, peerings, linked, { present, ownVpcId, ownRange })
}

interface Asked {
  present: PeeringStatus | undefined
  ownVpcId: string
  ownRange: string
}

async function judge(
  { pass }: PeeringWork,
  peerings: PeeringStatus[],
  { network: { metadata, spec, status } }: LinkedNetwork,
  { present, ownVpcId, ownRange }: Asked,
): Promise<Verdict> {
  const { vpcId, awsAccount } = spec
  const ranges = status?.vpc?.cidrs ?? []
  const wanted = { network: metadata.name, ownRange, ranges }
  const isMoved = (why: string): Verdict => ({
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
  if (!present) peerings.push({ ...wanted, ...{ awsAccount, vpcId, ownVpcId }, phase: 'Connecting' })
  else if (!isDeepStrictEqual(present.ranges, ranges)) Object.assign(present, { ranges, phase: 'Connecting' })
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
