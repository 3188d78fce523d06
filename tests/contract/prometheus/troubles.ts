import { setImmediate, setTimeout } from 'node:timers/promises'
import { Registry } from 'prom-client'
import { createAppMetrics } from '../../../app/metrics/app-metrics'
import { createEnvironmentMetrics } from '../../../controller/environment/environment-metrics'
import { createCloudMetrics } from '../../../controller/metrics/cloud-metrics'
import { createFleetMetrics } from '../../../controller/metrics/fleet-metrics'
import { observePlanner } from '../../../controller/metrics/planner-metrics'
import { trackPlatform } from '../../../controller/metrics/platform-metrics'
import type { Plan } from '../../../controller/planner/planner'
import { LivenessBoard } from '../../../core/observability/liveness'
import { createMetrics } from '../../../controller/runtime/metrics'
import { shardLeaseName } from '../../../controller/runtime/run-shards'
import { WorkQueue } from '../../../controller/runtime/work-queue'
import { trackDatabase, trackPool } from '../../../core/observability/pool-metrics'
import { buildInstance } from '../../builders/environment-parts'
import { buildEnvironmentStatus } from '../../builders/resource-status'
import { VirtualClock } from '../../builders/virtual-clock'
import { seriesOf, type Series } from '../../prometheus/series-of'

const silentMilliseconds = 100_000

/** What a candidate for the lead shows. */
function candidate(instance: string, isLeader: boolean): Promise<Series> {
  const { registry, trackLeader } = createMetrics()
  trackLeader(shardLeaseName(0), () => isLeader)
  return seriesOf(registry, undefined, instance)
}

/** What the leader shows of these environments. */
function fleet(...statuses: Parameters<typeof buildEnvironmentStatus>[0][]): Promise<Series> {
  const registry = new Registry()
  const sources = {
    environments: () =>
      statuses.map((status) => ({
        spec: { awsAccount: 'account' },
        status: buildEnvironmentStatus(status),
      })),
    isOurs: () => true,
    reports: new Map(),
    clock: { now: () => silentMilliseconds },
  }
  createFleetMetrics(registry).follow(sources, new AbortController().signal)
  return seriesOf(registry)
}

/** An environment that is refused. */
const failing: Parameters<typeof buildEnvironmentStatus>[0] = {
  phase: 'Failure',
  conditions: [
    {
      type: 'Ready',
      status: 'False',
      reason: 'AccessDenied',
      message: 'The role is gone.',
      lastTransitionTime: '2026-01-01T00:00:00.000Z',
      observedGeneration: 1,
    },
  ],
}

/** A queue of environments whose clock is at hand. */
function queue() {
  const metrics = createMetrics()
  const clock = new VirtualClock()
  const queue = new WorkQueue({ clock })
  metrics.trackQueue('environment', queue, 1)
  trackPool(metrics.registry, noPool)
  return { registry: metrics.registry, clock, queue }
}

const noPool = () => ({ used: 0, idle: 0, waiting: 0, limit: 10 })
const call = { service: 'EC2', operation: 'RunInstances', seconds: 1, throttles: 0 }
const request = { method: 'GET', route: '/portal', status: '200', seconds: 0.1 }

/** The trouble of each alert, as the code of the processes shows it: names, labels and words are theirs. */
export const troubles = {
  SdoNoLeader: async () => ({ ...(await candidate('a', false)), ...(await candidate('b', false)) }),
  SdoTwoLeaders: async () => ({ ...(await candidate('a', true)), ...(await candidate('b', true)) }),
  SdoWatchFailing() {
    const metrics = createMetrics()
    const board = new LivenessBoard()
    metrics.trackLiveness(board)
    board.expect('watch mirror/Environment', 360, new AbortController().signal).failed('It is away.')
    return seriesOf(metrics.registry)
  },
  SdoReconcilesFailing() {
    const { registry, queue: failing } = queue()
    failing.addAfterFailure('production')
    return seriesOf(registry)
  },
  SdoQueueSlow() {
    const { registry, clock, queue: slow } = queue()
    return seriesOf(registry, async () => {
      slow.add('production')
      await clock.advance(10_000)
      await slow.next()
    })
  },
  SdoEnvironmentsFailing: () => fleet({ phase: 'Ready' }, failing, failing, failing),
  SdoDeploymentsFailing() {
    const registry = new Registry()
    const { recordEnd } = createEnvironmentMetrics(registry)
    return seriesOf(registry, () => recordEnd({ outcome: 'failed', seconds: 60 }))
  },
  SdoPlatformRefused() {
    const registry = new Registry()
    trackPlatform(registry, () => false)
    return seriesOf(registry)
  },
  SdoCloudThrottled() {
    const registry = new Registry()
    const observe = createCloudMetrics(registry)
    return seriesOf(registry, () => observe({ ...call, outcome: 'success', throttles: 30 }))
  },
  SdoCloudCallsFailing() {
    const registry = new Registry()
    const observe = createCloudMetrics(registry)
    return seriesOf(registry, () => {
      for (const outcome of ['success', 'success', 'unavailable'] as const) observe({ ...call, outcome })
    })
  },
  SdoAgentsSilent: () => fleet({ instances: [buildInstance('a', { lastSeenEpoch: 0 })] }),
  SdoSpotReplacementSlow() {
    const registry = new Registry()
    const { record } = createEnvironmentMetrics(registry)
    const warned = buildInstance('a', { market: 'spot', interruptedEpoch: 1 })
    return seriesOf(registry, () =>
      record({ instances: [warned] }, { instances: [{ ...warned, replacedEpoch: 110_001 }] }),
    )
  },
  SdoPlanGap() {
    const registry = new Registry()
    const plan = observePlanner(() => ({ costPerHour: 1, lowerBoundPerHour: 0.85 }) as Plan, registry)
    return seriesOf(registry, () => plan({} as Parameters<typeof plan>[0]))
  },
  /** Of another process. */
  SdoPortalAbsent: () => candidate('a', true),
  SdoPortalErrors() {
    const { registry, observeRequest } = createAppMetrics()
    return seriesOf(registry, () => observeRequest({ ...request, status: '503' }))
  },
  SdoPortalSlow() {
    const { registry, observeRequest } = createAppMetrics()
    return seriesOf(registry, () => observeRequest({ ...request, seconds: 2 }))
  },
  SdoEventLoopSlow() {
    const { registry } = createAppMetrics({ includeProcess: true })
    trackPool(registry, noPool)
    return seriesOf(registry, holdEventLoop)
  },
  SdoDatabaseAway() {
    const { registry } = createAppMetrics()
    trackDatabase(registry, () => false)
    return seriesOf(registry)
  },
  SdoDatabasePoolExhausted() {
    const { registry } = createAppMetrics()
    trackPool(registry, () => ({ used: 10, idle: 0, waiting: 4, limit: 10 }))
    return seriesOf(registry)
  },
  SdoLoginsRefused() {
    const { registry, countLogin } = createAppMetrics()
    return seriesOf(registry, () => {
      for (let times = 0; times < 90; times++) countLogin('person', 'refused')
    })
  },
  SdoMailsWaiting() {
    const { registry, showWaitingMails } = createAppMetrics()
    return seriesOf(registry, () => showWaitingMails({ count: 1, longestSeconds: 1_000 }))
  },
} satisfies Record<string, () => Promise<Series>>

/** Longer than the event loop may be held. Its delay is measured by a timer that runs before an immediate, but not before every timer. */
async function holdEventLoop(): Promise<void> {
  const turn = async () => {
    await setTimeout(20)
    await setImmediate()
  }
  await turn()
  const end = performance.now() + 400
  while (performance.now() < end);
  await turn()
}
