import { SharedLooks } from './cloud/shared-looks'
import { defaultLimits } from './environment/policy'
import type { EnvironmentMetrics } from './environment/environment-metrics'
import { ReceiverOutcomes } from './interruptions/receiver-outcomes'
import { runReceivers } from './interruptions/run-receivers'
import type { ObservedAgents } from './metrics/observe-agents'
import { listDeletedAmong } from './mirror/portal-database'
import { createSync } from './mirror/sync'
import { announceChanges } from './notices/announce-changes'
import { pacedLogs } from './printed-lines/paced-logs'
import { createReconcilers } from './reconcilers'
import { fence } from './runtime/fence'
import { informedPart } from './runtime/informed-part'
import { type IsHeld, shardOf } from './runtime/shard'
import type { ControllerDependencies } from './controller-dependencies'
import { observeWrites } from './store/observe-writes'
import type { ResourceStore } from './store/store'
import type { watchResources } from './watch-resources'
import type { Paces } from './zone-records/pace'

/** What the work on all shards of a process has in common. */
interface ShardWorkOptions {
  dependencies: Omit<ControllerDependencies, 'agents' | 'metrics'> & { agents: ObservedAgents }
  watching: ReturnType<typeof watchResources>
  environmentMetrics: EnvironmentMetrics
  countLeftovers: (account: string, things: number) => void
  zonePaces: Paces
  /** Reports what cannot be written of what the portal says. */
  observeMirror: (store: ResourceStore) => ResourceStore
}

/**
 * The work on what is in the accounts of one shard, for one term of it: what it remembers is of this term alone, and it does nothing to the
 * outside that `isHeld` does not allow.
 */
export function createShardWork(
  { dependencies, watching, environmentMetrics, countLeftovers, zonePaces, observeMirror }: ShardWorkOptions,
  shard: number,
  isHeld: IsHeld,
) {
  const { database, clock, log, tracing } = dependencies
  const { queues, watched, environmentsIn, lookAfter } = watching
  const store = announceChanges(fence(dependencies.store, isHeld))
  const fenced = {
    ...dependencies,
    store,
    cloud: fence(dependencies.cloud, isHeld),
    agents: fence<ControllerDependencies['agents']>(dependencies.agents, isHeld),
  }
  const limits = { ...defaultLimits, ...dependencies.limits }
  const spotWarnings = new ReceiverOutcomes()
  const sharedLooks = new SharedLooks(clock)
  const mirrored = observeWrites(store, (written) => lookAfter(limits.resyncSeconds * 1000, written))

  return {
    reconcilers: createReconcilers({
      ...fenced,
      environmentsIn,
      sharedLooks,
      zonePaces,
      metrics: environmentMetrics,
      spotWarnings,
      leftovers: {
        whichWereDeleted: (names) => listDeletedAmong(database, names),
        count: countLeftovers,
      },
    }),
    /** Of rows and resources. */
    sync: createSync({
      store: observeMirror(mirrored),
      sequelize: database.sequelize,
      clock,
      log,
      tracing,
    }),
    logsOf: pacedLogs((access) => fenced.cloud.account(access).logs, clock),
    accompany(signal: AbortSignal): Promise<unknown> {
      const environments = informedPart(
        watched.Environment,
        ({ spec }) => shardOf(spec.awsAccount) === shard,
        signal,
      )
      return runReceivers(
        {
          ...fenced,
          awsAccounts: informedPart(
            watched.AwsAccount,
            ({ metadata }) => shardOf(metadata.name) === shard,
            signal,
          ),
          environments,
          environmentsIn,
          receiverOutcomes: spotWarnings,
          sharedLooks,
          limits,
          subscriptionSeconds: limits.subscriptionSeconds,
          wake: (environment) => queues.Environment.add(environment),
        },
        signal,
      )
    },
  }
}
