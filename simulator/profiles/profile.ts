import type { QuotaName } from '../../core/aws/quotas'
import type { Timings } from '../timings'

/** What an account of the simulated AWS is like: how long things take there, how much there is, and how often it may be asked. */
export interface Profile {
  name: 'fast' | 'real'
  /** What the console says of it: the rest of a sentence that begins with accounts. */
  says: string
  timings: Timings
  zones: readonly ZoneProfile[]
  /** How Spot prices move; absent, they stay as they are. */
  spotPrices?: PriceMoves
  /** Quotas that are kept to. What is absent is told by Service Quotas, and refuses nothing. */
  quotas: Partial<Record<QuotaName, number>>
  /** Limits that Service Quotas is not asked about; absent, none. */
  limits: { rulesOfSecurityGroup?: number }
  /** How often calls may be made. The first that is about an action counts. */
  rates: readonly Rate[]
}

/** An Availability Zone. Names lead to other places in each account, ids do not. */
export interface ZoneProfile {
  name: string
  id: string
  /** Whether it has none of the instance types. */
  lacksTypes?: boolean
}

export interface PriceMoves {
  /** Between two prices of a pool. */
  everyMs: number
  /** How long prices take from where they are to anywhere else. */
  driftMs: number
  /** The most that a price differs from the usual one, as a fraction of it. */
  most: number
}

/** A bucket of tokens for each account: a call takes one, or is refused. */
export interface Rate {
  actions: RegExp
  /** Whether each action has a bucket of its own, or all of them have one together. */
  isShared?: boolean
  /** The most tokens in it. */
  size: number
  perSecond: number
  /** AWS's code of the refusal. */
  code: 'RequestLimitExceeded' | 'ThrottlingException' | 'Throttling'
}
