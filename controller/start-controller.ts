import { setMaxListeners } from 'node:events'
import type { AgentRelease } from '../core/agent/protocol'
import { startHealthServer } from '../core/observability/health-server'
import { trackDatabase, trackPool } from '../core/observability/pool-metrics'
import type { Clock } from '../core/time/clock'
import type { Tracing } from '../core/tracing/span'
import type { Logger } from '../core/logging/logger'
import type { Agents } from './agents/agents'
import type { Cloud, PlatformFault } from './cloud/cloud'
import { SharedLooks } from './cloud/shared-looks'
import { defaultLimits, type Limits } from './environment/policy'
import { createEnvironmentMetrics, type EnvironmentMetrics } from './environment/environment-metrics'
import {
  createEnvironmentReconciler,
  type EnvironmentReconcilerOptions,
} from './environment/reconcile-environment'
import type { Delegations } from './delegation/delegations'
import type { AwsAccountDependencies } from './external/aws-account/aws-account-status'
import { createAwsAccountReconciler } from './external/aws-account/reconcile-aws-account'
import {
  createExternalNetworkReconciler,
  vpcIntervalSeconds,
} from './external/external-network/reconcile-external-network'
import {
  createHostedZoneReconciler,
  delegationIntervalSeconds,
} from './external/hosted-zone/reconcile-hosted-zone'
import { answerOutputQuestions } from './mirror/answer-output-questions'
import { pacedLogs } from './printed-lines/paced-logs'
import { runMirror } from './mirror/mirror'
import { announceChanges } from './notices/announce-changes'
import { createFleetMetrics } from './metrics/fleet-metrics'
import { createLeftoverMetrics } from './metrics/leftover-metrics'
import { observeAgents, type ObservedAgents } from './metrics/observe-agents'
import { observePlanner } from './metrics/planner-metrics'
import { trackPlatform } from './metrics/platform-metrics'
import {
  figuresOf,
  isPortalAnswering,
  keepMinutes,
  keepRequestSpans,
  listDeletedAmong,
  watchPortalDatabase,
  type PortalDatabase,
} from './mirror/portal-database'
import { runReceivers } from './interruptions/run-receivers'
import { ReceiverOutcomes } from './interruptions/receiver-outcomes'
import type { AsyncPlanner } from './planner/planner-pool'
import { watchPlatform } from './platform/watch-platform'
import { collectRequests } from './usage/collect-requests'
import { collectUsage } from './usage/collect-usage'
import type { Elect } from './runtime/elect-in-thread'
import { runController, type ControllerOptions } from './runtime/controller-loop'
import { fence } from './runtime/fence'
import { runAsLeader, type IsHeld, type LeaderElectionOptions } from './runtime/leader-election'
import { LivenessBoard } from '../core/observability/liveness'
import { createMetrics, type ControllerMetrics } from './runtime/metrics'
import { observeDefinitions } from './store/observe-definitions'
import { observeWatches } from './store/observe-watches'
import { observeWrites } from './store/observe-writes'
import type { ResourceStore } from './store/store'
import { reconciledKinds, watchResources, type ReconciledKind } from './watch-resources'

export interface ControllerDependencies {
  store: ResourceStore
  cloud: Cloud
  delegations: Delegations
  agents: Agents
  planner: AsyncPlanner
  /** The portal's database, which the mirror bridges to the store. Open and migrated; stays open. */
  database: PortalDatabase
  clock: Clock
  log: Logger
  /** 32 bytes, from which the key of each new instance is derived. */
  masterKey: Buffer
  /** The account in which SDO itself runs, 12 digits. */
  platformAccountNumber: string
  /** IPv4 ranges from which the provider reaches the agents. */
  controlCidrs: string[]
  limits?: Partial<Limits>
  /** The release that agents are replaced by. Absent: no agent is replaced. */
  agentRelease?: AgentRelease
  /** Unlike any other controller process's, also unlike that of this one before it was restarted. */
  identity: string
  /** Holds the lease and says when to lead; default: this thread, by the leases of the store. */
  elect?: Elect
  election?: Pick<LeaderElectionOptions, 'leaseDurationSeconds' | 'renewDeadlineSeconds' | 'retrySeconds'>
  /** Address on which health and metrics are served; absent, none. */
  health?: { host?: string; port: number }
  /** Metrics of whoever measures the controller; default: its own. */
  metrics?: ControllerMetrics
  /** Given where somebody collects traces. Whoever gives it stops it. */
  tracing?: Tracing
}

interface RunningController {
  /** Finishes the reconciles under way, then gives the lease to another. */
  stop(): Promise<void>
  /** Rejects when the controller cannot go on; resolves once it was stopped. */
  readonly whenEnded: Promise<void>
  /** Address of health and metrics, if they are served. */
  readonly healthUrl: string | undefined
}

const leaseName = 'sdo-controller'
/** How long ago the lease must have been read for this process to count as ready. */
const longestLeaseSilenceSeconds = 30

/** Runs the mirror and the reconcilers whenever this process is the leader, until it is stopped. */
export async function startController(dependencies: ControllerDependencies): Promise<RunningController> {
  const { store, database, clock, log, identity, election, health } = dependencies
  const { platform } = dependencies.cloud
  const metrics = dependencies.metrics ?? createMetrics()
  const { registry } = metrics
  const stopping = new AbortController()
  setMaxListeners(0, stopping.signal)
  const board = new LivenessBoard(clock)
  metrics.trackLiveness(board)
  metrics.trackLeader(leaseName, () => false)
  trackPool(registry, () => figuresOf(database))
  trackDatabase(registry, watchPortalDatabase(database, clock, stopping.signal))
  if (platform) trackPlatform(registry, () => platform.fault() === undefined)
  const environmentMetrics = createEnvironmentMetrics(registry)
  const fleetMetrics = createFleetMetrics(registry)
  const countLeftovers = createLeftoverMetrics(registry)
  const agents = observeAgents(dependencies.agents, registry, clock)
  const planner = observePlanner(dependencies.planner, registry)
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
    ((options, lead, signal) => runAsLeader({ ...options, leases: store.leases }, lead, signal))
  const whenEnded = elect(
    {
      name: leaseName,
      identity,
      log,
      clock,
      ...election,
      liveness: board.expect(`lease ${leaseName}`, longestLeaseSilenceSeconds, stopping.signal),
    },
    (signal, isHeld) =>
      lead(
        { ...dependencies, agents, planner },
        { metrics, environmentMetrics, fleetMetrics, countLeftovers, board, isHeld },
        signal,
      ),
    stopping.signal,
  )
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

type Reconciler = Pick<ControllerOptions, 'name' | 'reconcile' | 'resyncSeconds' | 'concurrency'>

/** The reconciler of each kind, and how it is run. */
const createReconcilers = (
  dependencies: Omit<ControllerDependencies, 'metrics'> &
    EnvironmentReconcilerOptions &
    Pick<AwsAccountDependencies, 'leftovers' | 'environmentsIn'>,
): Record<ReconciledKind, Reconciler> => ({
  AwsAccount: {
    name: 'aws-account',
    reconcile: createAwsAccountReconciler(dependencies),
    // Should an event be lost, people wait for no account longer than that.
    resyncSeconds: 60,
  },
  HostedZone: {
    name: 'hosted-zone',
    reconcile: createHostedZoneReconciler(dependencies),
    resyncSeconds: delegationIntervalSeconds,
    // Mostly waiting for DNS.
    concurrency: 4,
  },
  ExternalNetwork: {
    name: 'external-network',
    reconcile: createExternalNetworkReconciler(dependencies),
    resyncSeconds: vpcIntervalSeconds,
    // Mostly waiting for AWS.
    concurrency: 4,
  },
  Environment: {
    name: 'environment',
    reconcile: createEnvironmentReconciler(dependencies),
    // Passes wait for AWS and for agents most of the time.
    concurrency: 16,
  },
})

interface Leadership {
  metrics: ControllerMetrics
  environmentMetrics: EnvironmentMetrics
  fleetMetrics: ReturnType<typeof createFleetMetrics>
  countLeftovers: ReturnType<typeof createLeftoverMetrics>
  board: LivenessBoard
  isHeld: IsHeld
}

async function lead(
  dependencies: ControllerDependencies & { agents: ObservedAgents },
  { metrics, environmentMetrics, fleetMetrics, countLeftovers, board, isHeld }: Leadership,
  signal: AbortSignal,
): Promise<void> {
  setMaxListeners(0, signal)
  metrics.trackLeader(leaseName, isHeld)
  const { database, clock, log, tracing } = dependencies
  const store = announceChanges(fence(dependencies.store, isHeld))
  const fenced = {
    ...dependencies,
    store,
    cloud: fence(dependencies.cloud, isHeld),
    agents: fence(dependencies.agents, isHeld),
  }
  const { queues, watched, environmentsIn, lookAfter } = watchResources(
    observeWatches(store, board, 'reconcilers'),
    clock,
    signal,
  )
  const { reports } = dependencies.agents
  fleetMetrics.follow({ environments: () => watched.Environment.list(), reports, clock }, signal)
  const common = { log, clock, metrics }
  const limits = { ...defaultLimits, ...dependencies.limits }
  const mirrored = observeWrites(store, (written) => lookAfter(limits.resyncSeconds * 1000, written))
  const receiverOutcomes = new ReceiverOutcomes()
  const sharedLooks = new SharedLooks(clock)
  const reconcilers = createReconcilers({
    ...fenced,
    environmentsIn,
    sharedLooks,
    metrics: environmentMetrics,
    spotWarnings: receiverOutcomes,
    leftovers: {
      whichWereDeleted: (names) => listDeletedAmong(database, names),
      count: countLeftovers,
    },
  })
  await Promise.all([
    runMirror(
      {
        ...common,
        tracing,
        store: observeDefinitions(observeWatches(mirrored, board, 'mirror'), board, clock),
        sequelize: database.sequelize,
        databaseUrl: database.url,
        board,
      },
      signal,
    ),
    answerOutputQuestions(
      {
        ...common,
        sequelize: database.sequelize,
        databaseUrl: database.url,
        logsOf: pacedLogs((access) => fenced.cloud.account(access).logs, clock),
        board,
      },
      signal,
    ),
    ...reconciledKinds.map((kind) =>
      runController(
        { ...common, queue: queues[kind], keys: () => watched[kind].names(), ...reconcilers[kind] },
        signal,
      ),
    ),
    collectUsage(
      {
        environments: () => watched.Environment.list(),
        reports,
        agents: fenced.agents,
        keep: (minutes) => keepMinutes(database, minutes),
        clock,
        log,
      },
      signal,
    ),
    collectRequests(
      {
        environments: () => watched.Environment.list(),
        accessOf: (awsAccount) => watched.AwsAccount.get(awsAccount)?.spec,
        metricsOf: (access) => fenced.cloud.account(access).metrics,
        keep: (spans) => keepRequestSpans(database, spans),
        clock,
        log,
      },
      signal,
    ),
    runReceivers(
      {
        ...fenced,
        awsAccounts: watched.AwsAccount,
        environments: watched.Environment,
        environmentsIn,
        receiverOutcomes,
        sharedLooks,
        limits,
        subscriptionSeconds: limits.subscriptionSeconds,
        wake: (environment) => queues.Environment.add(environment),
      },
      signal,
    ),
  ])
}
