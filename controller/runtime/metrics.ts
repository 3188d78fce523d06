import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { LivenessBoard } from '../../core/observability/liveness'
import { trackQueues } from './queue-metrics'
import { trackWatches } from '../../core/observability/watch-metrics'
import type { WorkQueue } from './work-queue'

export type ReconcileOutcome = 'success' | 'requeue_after' | 'conflict' | 'error'

export interface ControllerMetrics {
  readonly registry: Registry
  observeReconcile(controller: string, outcome: ReconcileOutcome, seconds: number): void
  /** Reports of the queue, and of how many workers it has, whenever the metrics are read. */
  trackQueue(controller: string, queue: WorkQueue, workers: number): void
  /** Reports whether this process holds the lease whenever the metrics are read. */
  trackLeader(lease: string, isLeader: () => boolean): void
  /** Reports of every watch and lease how it is whenever the metrics are read. */
  trackLiveness(board: LivenessBoard): void
}

/**
 * Metrics of one controller process, in a registry of their own. Names and labels are those of controller-runtime and client-go, so that
 * what people have for other controllers works for this one.
 */
export function createMetrics(options: { includeProcess?: boolean } = {}): ControllerMetrics {
  const registry = new Registry()
  const registers = [registry]
  if (options.includeProcess) collectDefaultMetrics({ register: registry })
  const duration = new Histogram({
    name: 'controller_runtime_reconcile_time_seconds',
    help: 'How long one reconcile took.',
    labelNames: ['controller'],
    buckets: [0.005, 0.02, 0.1, 0.5, 1, 2, 5, 15, 60],
    registers,
  })
  const total = new Counter({
    name: 'controller_runtime_reconcile_total',
    help: 'Reconciles by result; a conflict is two writers that met, and no error.',
    labelNames: ['controller', 'result'],
    registers,
  })
  const errors = new Counter({
    name: 'controller_runtime_reconcile_errors_total',
    help: 'Reconciles that failed unexpectedly.',
    labelNames: ['controller'],
    registers,
  })
  const leader = new Gauge({
    name: 'leader_election_master_status',
    help: 'Whether this process leads the shard of the lease.',
    labelNames: ['name'],
    registers,
    collect() {
      for (const [name, isLeader] of leases) this.set({ name }, isLeader() ? 1 : 0)
    },
  })
  const leases = new Map<string, () => boolean>()
  const trackQueue = trackQueues(registry)

  return {
    registry,
    trackLiveness: (board) => trackWatches(registry, board),
    observeReconcile(controller, result, seconds) {
      duration.observe({ controller }, seconds)
      total.inc({ controller, result })
      errors.inc({ controller }, result === 'error' ? 1 : 0)
    },
    trackQueue,
    trackLeader(name, isLeader) {
      leases.set(name, isLeader)
      leader.set({ name }, isLeader() ? 1 : 0)
    },
  }
}
