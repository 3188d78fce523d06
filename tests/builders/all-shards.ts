import type { Terms } from '../../controller/runtime/shard-terms'

/** Terms of a process that holds all shards, for ever. */
export const allShards = <Term>(term: Term): Terms<Term> => ({
  has: () => true,
  run: (_awsAccount, work) => work(term),
  onBegin: () => undefined,
})
