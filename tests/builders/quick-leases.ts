import type { LeasePace } from '../../controller/runtime/run-shards'

/** Leases that pass on within seconds. Each shard has one: the pause between renewals keeps them from taking a processor to themselves. */
export const quickLeases = {
  leaseDurationSeconds: 3,
  renewDeadlineSeconds: 2.4,
  retrySeconds: 0.5,
} satisfies LeasePace
