import { setMaxListeners } from 'node:events'
import { startHealthServer } from '../core/observability/health-server'
import { trackDatabase, trackPool } from '../core/observability/pool-metrics'
import type { PlatformFault } from './cloud/cloud'
import type { ControllerDependencies } from './controller-dependencies'
import { createEnvironmentMetrics } from './environment/environment-metrics'
import { answerOutputQuestions } from './mirror/answer-output-questions'
import { runMirror } from './mirror/mirror'
import { createFleetMetrics } from './metrics/fleet-metrics'
import { createLeftoverMetrics } from './metrics/leftover-metrics'
import { observeAgents, type ObservedAgents } from './metrics/observe-agents'
import { observePlanner } from './metrics/planner-metrics'
import { trackPlatform } from './metrics/platform-metrics'
import {
  figuresOf,
  isPortalAnswering,
  keepMinutes,
  keepReadOfRequests,
  keepRequestSpans,
  watchPortalDatabase,
} from './mirror/portal-database'
import { watchPlatform } from './platform/watch-platform'
import type { Elect } from './runtime/elect-in-thread'
import { reconcilerLoops } from './reconcilers'
import { commonLeaseName } from './runtime/common-lease'
import { runController } from './runtime/controller-loop'
import { runShards, shardLeaseName } from './runtime/run-shards'
import { shardCount, type LeadShard } from './runtime/shard'
import { ShardTerms } from './runtime/shard-terms'
import { createShardWork } from './shard-work'
import { LivenessBoard } from '../core/observability/liveness'
import { createMetrics, type ControllerMetrics } from './runtime/metrics'
import { observeDefinitions } from './store/observe-definitions'
import { observeWatches } from './store/observe-watches'
import { collectRequests } from './usage/collect-requests'
import { collectUsage } from './usage/collect-usage'
import { reconciledKinds, watchResources } from './watch-resources'
import { Paces } from './zone-records/pace'

interface RunningController {
  /** Finishes the reconciles under way, then gives its shards to the others. */
  stop(): Promise<void>
  /** Rejects when the controller cannot go on; resolves once it was stopped. */
  readonly whenEnded: Promise<void>
  /** Address of health and metrics, if they are served. */
  readonly healthUrl: string | undefined
}

/** How long ago the lease must have been read for this process to count as ready. */
const longestLeaseSilenceSeconds = 30

/** Sees everything, and runs the mirror and the reconcilers for what is in the shards that this process holds, until it is stopped. */
export async function startController(dependencies: ControllerDependencies): Promise<RunningController> {
  const { store, database, clock, log, health, identity, election } = dependencies
  const { platform } = dependencies.cloud
  const metrics = dependencies.metrics ?? createMetrics()
  const { registry } = metrics
  const stopping = new AbortController()
  setMaxListeners(0, stopping.signal)
  const board = new LivenessBoard(clock)
  metrics.trackLiveness(board)
  for (let shard = 0; shard < shardCount; shard++) metrics.trackLeader(shardLeaseName(shard), () => false)
  trackPool(registry, () => figuresOf(database))
  trackDatabase(registry, watchPortalDatabase(database, clock, stopping.signal))
  if (platform) trackPlatform(registry, () => platform.fault() === undefined)
  const agents = observeAgents(dependencies.agents, registry, clock)
  const planner = observePlanner(dependencies.planner, registry)
  const work = startWork({ ...dependencies, agents, planner }, { metrics, board }, stopping.signal)
  // Also whoever only waits to lead is ready: when it must take over, it can.
  const findFaults = async () => [
    ...board.faults(),
    ...describeFault(platform?.fault()),
    ...((await isPortalAnswering(database)) ? [] : ['Postgres does not answer, or refuses.']),
  ]
  if (platform) void watchPlatform({ platform, clock, log }, stopping.signal)
  const healthServer = health && (await startHealthServer({ ...health, registry, findFaults }))
  const elect: Elect =
    dependencies.elect ??
    ((options, leadShard, signal) => runShards({ ...options, leases: store.leases }, leadShard, signal))
  const elected = elect(
    {
      identity,
      log,
      clock,
      ...election,
      liveness: board.expect(`lease ${commonLeaseName}`, longestLeaseSilenceSeconds, stopping.signal),
    },
    (shard, signal, isHeld) => {
      metrics.trackLeader(shardLeaseName(shard), isHeld)
      return work.leadShard(shard, signal, isHeld)
    },
    stopping.signal,
  )
  const whenEnded = elected.finally(() => {
    stopping.abort()
    return work.ended
  })
  // Whoever started the controller decides what its end means; it must not end the process as unhandled before.
  whenEnded.catch(() => undefined)
  return {
    whenEnded,
    healthUrl: healthServer?.url,
    async stop() {
      stopping.abort()
      await whenEnded.catch((error: unknown) => log.error({ err: error }, 'The controller ended badly'))
      await healthServer?.close()
    },
  }
}

const describeFault = (fault: PlatformFault | undefined): string[] =>
  fault ? [`${fault.problem} ${fault.remedy}`] : []

interface Observers {
  metrics: ControllerMetrics
  board: LivenessBoard
}

/** Starts what a process has once, until `signal` aborts. @returns what leads a shard, and the end of all that was begun */
function startWork(
  dependencies: ControllerDependencies & { agents: ObservedAgents },
  { metrics, board }: Observers,
  signal: AbortSignal,
): { leadShard: LeadShard; ended: Promise<unknown> } {
  const { store, database, clock, log } = dependencies
  const { registry } = metrics
  const terms: ShardTerms<ReturnType<typeof createShardWork>> = new ShardTerms((shard, isHeld) =>
    createShardWork(common, shard, isHeld),
  )
  const watching = watchResources(observeWatches(store, board, 'reconcilers'), terms, clock, signal)
  const { queues, watched, accountOf, isOurs } = watching
  const isLed = (account: string) => terms.has(account)
  const common = {
    dependencies,
    watching,
    environmentMetrics: createEnvironmentMetrics(registry),
    countLeftovers: createLeftoverMetrics(registry, isLed),
    // All processes together have the whole pace.
    zonePaces: new Paces(clock, () => Math.max(1, terms.size) / shardCount),
    observeMirror: observeDefinitions(board, clock),
  }
  const all = () => watched.Environment.list()
  const environments = () => all().filter(({ spec }) => isLed(spec.awsAccount))
  const { reports } = dependencies.agents
  createFleetMetrics(registry).follow({ environments: all, isOurs: isLed, reports, clock }, signal)
  const loop = { terms, log, clock, metrics }
  const portal = { databaseUrl: database.url, board }
  const ended = Promise.all([
    runMirror({ ...loop, ...portal, store: observeWatches(store, board, 'mirror') }, signal),
    answerOutputQuestions({ ...loop, ...portal, sequelize: database.sequelize }, signal),
    collectUsage(
      {
        environments,
        reports,
        agents: dependencies.agents,
        keep: (minutes) => keepMinutes(database, minutes),
        clock,
        log,
      },
      signal,
    ),
    collectRequests(
      {
        environments,
        accessOf: (awsAccount) => watched.AwsAccount.get(awsAccount)?.spec,
        metricsOf: (access) => dependencies.cloud.account(access).metrics,
        keep: (spans) => keepRequestSpans(database, spans),
        keepRead: (read) => keepReadOfRequests(database, read),
        clock,
        log,
      },
      signal,
    ),
    ...reconciledKinds.map((kind) =>
      runController(
        {
          ...loop,
          ...reconcilerLoops[kind],
          queue: queues[kind],
          keys: () => watched[kind].names().filter((name) => isOurs(kind, name)),
          reconcile: (name, stopped) =>
            terms.run(accountOf(kind, name), async ({ reconcilers }) => reconcilers[kind](name, stopped)),
        },
        signal,
      ),
    ),
  ])
  ended.catch(() => undefined)
  return { leadShard: terms.lead, ended }
}
