import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { LivenessBoard, SourceState } from './liveness'
import type { WorkQueue } from './work-queue'

export type ReconcileOutcome = 'success' | 'requeue' | 'conflict' | 'error'

export interface ControllerMetrics {
  readonly registry: Registry
  observeReconcile(controller: string, outcome: ReconcileOutcome, seconds: number): void
  /** Reports the depth of the queue whenever the metrics are read. */
  trackQueue(controller: string, queue: WorkQueue): void
  /** Reports whether this process leads whenever the metrics are read. */
  trackLeader(isLeader: () => boolean): void
  /** Reports of every watch and lease how it is whenever the metrics are read. */
  trackLiveness(board: LivenessBoard): void
}

/** Metrics of one controller process, in a registry of their own. */
export function createMetrics(options: { includeProcess?: boolean } = {}): ControllerMetrics {
  const registry = new Registry()
  const queues = new Map<string, WorkQueue>()
  if (options.includeProcess) collectDefaultMetrics({ register: registry })
  const duration = new Histogram({
    name: 'sdo_reconcile_duration_seconds',
    help: 'How long one reconcile took.',
    labelNames: ['controller'],
    buckets: [0.005, 0.02, 0.1, 0.5, 1, 2, 5, 15, 60],
    registers: [registry],
  })
  const total = new Counter({
    name: 'sdo_reconcile_total',
    help: 'Reconciles by outcome.',
    labelNames: ['controller', 'outcome'],
    registers: [registry],
  })
  let isLeader = () => false
  new Gauge({
    name: 'sdo_leader',
    help: 'Whether this process holds the lease.',
    registers: [registry],
    collect() {
      this.set(isLeader() ? 1 : 0)
    },
  })
  const gaugePerQueue = (name: string, help: string, read: (queue: WorkQueue) => number) =>
    new Gauge({
      name,
      help,
      labelNames: ['controller'],
      registers: [registry],
      collect() {
        for (const [controller, queue] of queues) this.set({ controller }, read(queue))
      },
    })
  gaugePerQueue('sdo_queue_depth', 'Keys that wait for a worker.', (queue) => queue.depth)
  gaugePerQueue('sdo_queue_active', 'Keys that workers have.', (queue) => queue.active)
  gaugePerQueue('sdo_queue_failing', 'Keys whose last reconcile failed.', (queue) => queue.failing)

  const trackLiveness = (board: LivenessBoard) => {
    const perWatch = (name: string, help: string, read: (state: SourceState) => number) =>
      new Gauge({
        name,
        help,
        labelNames: ['source'],
        registers: [registry],
        collect() {
          this.reset()
          for (const [source, state] of board.states()) this.set({ source }, read(state))
        },
      })
    perWatch(
      'sdo_watch_silence_seconds',
      'Since the last sign of life of a watch or lease.',
      ({ silentSeconds }) => silentSeconds,
    )
    perWatch('sdo_watch_failing', '1 while a watch or lease is refused or not answered.', ({ isFailing }) =>
      isFailing ? 1 : 0,
    )
    new Counter({
      name: 'sdo_watch_failures_total',
      help: 'Refused or unanswered requests of a watch or lease.',
      labelNames: ['source'],
      registers: [registry],
      collect() {
        this.reset()
        for (const [source, { failures }] of board.states()) this.inc({ source }, failures)
      },
    })
  }

  return {
    registry,
    trackLiveness,
    observeReconcile(controller, outcome, seconds) {
      duration.observe({ controller }, seconds)
      total.inc({ controller, outcome })
    },
    trackQueue(controller, queue) {
      queues.set(controller, queue)
    },
    trackLeader(read) {
      isLeader = read
    },
  }
}
