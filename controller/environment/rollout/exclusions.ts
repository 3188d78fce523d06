import { instanceLines } from '../../../core/environment-log/instance-lines'
import { isSamePool, describePool, type SizedPool } from '../../../core/catalogue/pool'
import type { EnvironmentStatus, PoolTrouble } from '../../../core/resources/environment'
import type { Offering } from '../../cloud/cloud'
import type { Work } from '../concern'
import type { FleetFacts, InterruptionsFacts } from '../facts'
import { isAvoided, penaltyAt, raised, type Disappointment } from './pool-penalty'

/** A pool that was refused, and is not to be asked for again yet. */
export type Exclusion = PoolTrouble & { refusal: NonNullable<PoolTrouble['refusal']> }

/**
 * Whether what was refused rules out an offering. A pool without capacity is left out alone. A quota counts cores of a market, so it rules out
 * everything as large there.
 */
export function covers(trouble: Exclusion, offering: SizedPool): boolean {
  const { isOfAccount, isOfType, reason } = trouble.refusal
  if (isOfAccount) return true
  if (isOfType) return offering.instanceType === trouble.instanceType
  if (reason === 'QuotaExceeded') return offering.market === trouble.market && offering.vcpu >= trouble.vcpu
  return isSamePool(offering, trouble)
}

/** Pools that were refused lately, in the order of the refusals. */
export const exclusionsOf = ({ troubledPools = [] }: Troubled, now: number): Exclusion[] =>
  troubledPools.filter((trouble): trouble is Exclusion => (trouble.refusal?.untilEpoch ?? 0) > now)

type Troubled = Pick<EnvironmentStatus, 'troubledPools'>

/** From so many penalties of Spot pools together on, nothing new is put on Spot: about two interruptions within three hours. */
const stormy = 1.5

/** Whether Spot is not to be trusted now: until it calms down, what is launched is on-demand, and nothing returns to Spot. */
export const isStormy = ({ troubledPools = [] }: Troubled, now: number): boolean =>
  troubledPools
    .filter(({ market }) => market === 'spot')
    .reduce((sum, trouble) => sum + penaltyAt(trouble, now), 0) >= stormy

/**
 * Offerings that may be launched now, each with its penalty: none that was refused lately, and no Spot pool that let us down too often. On-demand is
 * never left out for its past, so that there always is something.
 */
export function launchable(offerings: Offering[], status: Troubled, now: number): Offering[] {
  const exclusions = exclusionsOf(status, now)
  const isCalm = !isStormy(status, now)
  return offerings.flatMap((offering) => {
    if (offering.market === 'spot' && !isCalm) return []
    if (exclusions.some((exclusion) => covers(exclusion, offering))) return []
    const trouble = status.troubledPools?.find((one) => isSamePool(one, offering))
    if (!trouble) return [offering]
    if (offering.market === 'spot' && isAvoided(trouble, now)) return []
    return [{ ...offering, penalty: penaltyAt(trouble, now) }]
  })
}

/** Keeps in the status what was refused or interrupted in this pass, says so when it begins, and forgets what was long ago. */
export function keepTroubles({ pass, draft }: Work, known: FleetFacts & InterruptionsFacts): void {
  const { stamp, limits } = pass
  for (const pool of known.interruptedPools) blame(draft.status, pool, 'interruption', pass.now)
  for (const pool of known.riskyPools) blame(draft.status, pool, 'rebalance', pass.now)
  for (const { pool, ...refused } of known.refusedLaunches) {
    const { reason, isOfType, isOfAccount } = refused
    const isLike = ({ refusal }: Exclusion) => refusal.reason === reason && refusal.isOfType === isOfType
    // That others are looked for is not so where it is the account that ends them all.
    if (!isOfAccount && !exclusionsOf(draft.status, pass.now).some(isLike))
      draft.event(instanceLines.unavailable, { pool: describePool(pool), why: refused.message })
    const seconds = isOfType ? limits.typeExclusionSeconds : limits.offeringExclusionSeconds
    // What an account may not have is not the fault of the pool.
    const isFaultOfPool = reason === 'InsufficientCapacity' && !isOfType && !isOfAccount
    const refusal = { ...refused, untilEpoch: stamp + seconds * 1000 }
    blame(draft.status, pool, isFaultOfPool ? 'refusal' : undefined, pass.now, refusal)
  }
  const { troubledPools } = draft.status
  if (!troubledPools) return
  const { now } = pass
  const present = troubledPools.filter(
    (trouble) => penaltyAt(trouble, now) > 0 || (trouble.refusal?.untilEpoch ?? 0) > now,
  )
  draft.status.troubledPools = present.length > 0 ? present : undefined
}

/** Each pool stands there once, the last one to blame at the end. */
function blame(
  status: Troubled,
  { instanceType, zone, market, vcpu }: SizedPool,
  what: Disappointment | undefined,
  now: number,
  refusal?: PoolTrouble['refusal'],
): void {
  const pool = { instanceType, zone, market, vcpu }
  const troubles = status.troubledPools ?? []
  const before = troubles.find((one) => isSamePool(one, pool))
  const penalty = what
    ? raised(before, what, now)
    : { penalty: before?.penalty ?? 0, epoch: before?.epoch ?? now }
  const others = troubles.filter((one) => one !== before)
  status.troubledPools = [...others, { ...before, ...pool, ...penalty, ...(refusal ? { refusal } : {}) }]
}
