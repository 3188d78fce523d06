import { createHash } from 'node:crypto'

/** Parts that all AWS accounts fall into, each with a lease of its own. What is in an account is in the part of the account. */
export const shardCount = 16

/** The part that an AWS account is in, from 0, by its id: the same in every process and release. */
export const shardOf = (awsAccountId: string): number =>
  (createHash('sha256').update(awsAccountId).digest().at(0) ?? 0) % shardCount

/** Whether the lease is held at this very moment. */
export type IsHeld = () => boolean

/** The work on one part, while this process holds its lease: it ends soon after `signal` aborts, and does nothing that `isHeld` does not allow. */
export type LeadShard = (shard: number, signal: AbortSignal, isHeld: IsHeld) => Promise<void>
