import { Counter, Gauge, Histogram, type Registry } from 'prom-client'
import type { WorkQueue } from './work-queue'

/** Makes the function by which a queue is reported of whenever the metrics are read, in the words of client-go's work queues. */
export function trackQueues(registry: Registry) {
  const queues = new Map<string, { queue: WorkQueue; workers: number }>()
  const registers = [registry]
  const gauge = (
    label: 'name' | 'controller',
    name: string,
    help: string,
    read: (tracked: { queue: WorkQueue; workers: number }) => number,
  ) =>
    new Gauge({
      name,
      help,
      labelNames: [label],
      registers,
      collect() {
        for (const [queue, tracked] of queues) this.set({ [label]: queue }, read(tracked))
      },
    })
  const counter = (name: string, help: string, read: (queue: WorkQueue) => number) =>
    new Counter({
      name,
      help,
      labelNames: ['name'],
      registers,
      collect() {
        this.reset()
        for (const [queue, tracked] of queues) this.inc({ name: queue }, read(tracked.queue))
      },
    })
  gauge('name', 'workqueue_depth', 'Keys that wait for a worker.', ({ queue }) => queue.depth)
  counter('workqueue_adds_total', 'Keys that began to wait for a worker.', (queue) => queue.adds)
  counter('workqueue_retries_total', 'Keys that come again after a failure.', (queue) => queue.retries)
  counter(
    'sdo_workqueue_spared_total',
    'Reconciles that were left out, since they would have changed nothing.',
    (queue) => queue.spared,
  )
  gauge(
    'name',
    'workqueue_longest_running_processor_seconds',
    'For how long a worker has had its key, of the one that has had it longest.',
    ({ queue }) => queue.longestRunningSeconds,
  )
  gauge(
    'name',
    'sdo_workqueue_held',
    'AWS accounts in which reconciles hang: one is tried at a time, ever more rarely.',
    ({ queue }) => queue.held,
  )
  gauge('name', 'sdo_workqueue_failing', 'Keys whose last reconcile failed.', ({ queue }) => queue.failing)
  gauge(
    'controller',
    'controller_runtime_active_workers',
    'Workers that have a key.',
    ({ queue }) => queue.active,
  )
  gauge(
    'controller',
    'controller_runtime_max_concurrent_reconciles',
    'Workers that there are.',
    ({ workers }) => workers,
  )
  const waited = new Histogram({
    name: 'workqueue_queue_duration_seconds',
    help: 'How long a key waited for a worker.',
    labelNames: ['name'],
    buckets: [0.001, 0.01, 0.1, 0.5, 1, 2, 5, 15, 60],
    registers,
  })
  return (name: string, queue: WorkQueue, workers: number): void => {
    queues.set(name, { queue, workers })
    queue.onTaken = (seconds) => waited.observe({ name }, seconds)
  }
}
