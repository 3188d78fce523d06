import { findOverlap } from '../../../core/aws/cidr'
import type { NetworkStatus } from '../../../core/resources/environment'
import { stalled, waiting, type Outcome } from '../../reconcile/outcome'
import type { Draft } from '../draft'
import { networksOf } from '../workload/places'
import type { Pass } from '../pass'
import { freeVpcRange } from './free-vpc-range'
import { readTakenRanges, type Claim, type TakenRange } from './taken-ranges'

/**
 * Settles the range of the environment, once. It is chosen and written down as a claim; a later pass looks again, and settles it if nobody
 * else has it. As everybody first writes and then looks, of two who chose the same at least one sees the other: who finds it settled
 * gives way, of two claims the later does, and the earlier waits for that.
 *
 * The range to which the environment moves is free of those that it has as well.
 *
 * @returns what to wait for; undefined once the range that stands in the store is settled
 */
export async function settleRange(
  pass: Pass,
  draft: Draft,
  which: 'network' | 'next' = 'network',
): Promise<Outcome | undefined> {
  const { now, limits, stored, environment } = pass
  const { cidr, rangeClaimedEpoch: epoch } = stored?.[which] ?? {}
  const network = draft.status[which]
  if (!network) return undefined
  if (cidr !== undefined && epoch === undefined) {
    // Another controller may have settled it, while this one chose another and could not write it.
    network.cidr = cidr
    delete network.rangeClaimedEpoch
    return undefined
  }
  const taken = [...ownRanges(draft, network), ...(await readTakenRanges(pass))]
  // Once no range is free of everybody, it is enough to be able to reach what is linked.
  const isAnyFree = freeVpcRange(environment.metadata.name, cidrsOf(taken)) !== undefined
  const inTheWay = isAnyFree ? taken : taken.filter(({ isLinked }) => isLinked)
  if (cidr !== undefined && epoch !== undefined) {
    const rivals = inTheWay.filter((other) => findOverlap([cidr], [other.cidr]))
    if (rivals.length === 0) {
      network.cidr = cidr
      delete network.rangeClaimedEpoch
      return waiting('Working', 'Creating environment...', limits.actSeconds)
    }
    const own = { epoch, environment: environment.metadata.name }
    const isFirst = rivals.every(({ claim }) => claim && isBefore(own, claim))
    // One that is paused meanwhile is not waited for.
    if (isFirst && pass.secondsSince(epoch) < limits.visibilitySeconds)
      return waiting('Working', 'Checking that nobody has the same addresses.', limits.pollSeconds)
  }
  const free = freeVpcRange(environment.metadata.name, cidrsOf(inTheWay))
  if (free === undefined) return stalled('RangesOverlap', describe(inTheWay), limits.stalledSeconds)
  network.cidr = free
  network.rangeClaimedEpoch = now
  return waiting('Working', 'Creating environment...', limits.actSeconds)
}

const ownRanges = ({ status }: Draft, network: NetworkStatus): TakenRange[] =>
  networksOf(status).flatMap((other) =>
    other === network || other.cidr === undefined
      ? []
      : [{ cidr: other.cidr, by: 'this environment', isLinked: true }],
  )

const cidrsOf = (taken: TakenRange[]) => taken.map(({ cidr }) => cidr)

const isBefore = (one: Claim, other: Claim) =>
  one.epoch === other.epoch ? one.environment < other.environment : one.epoch < other.epoch

const describe = (taken: TakenRange[]): string => {
  const [first, ...more] = [...new Set(taken.map(({ cidr, by }) => `${cidr} of ${by}`))]
  const rest = more.length === 0 ? '' : ` and ${more.length} more`
  return `No private range of 65,536 addresses is free beside ${first}${rest}. Unlink a network, or delete an environment.`
}
