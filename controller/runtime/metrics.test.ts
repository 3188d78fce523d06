import { describe, expect, it } from 'vitest'
import { VirtualClock } from '../../tests/builders/virtual-clock'
import { LivenessBoard } from '../../core/observability/liveness'
import { createMetrics } from './metrics'
import { WorkQueue } from './work-queue'

describe('the metrics of a controller', () => {
  it('say who leads, how each watch is, and how long reconciles took', async () => {
    const metrics = createMetrics()
    const clock = new VirtualClock()
    const board = new LivenessBoard(clock)
    const watch = board.expect('mirror/Environment', 360, new AbortController().signal)
    let isHeld = true
    metrics.trackLeader('sdo-controller-shard-0', () => isHeld)
    metrics.trackLiveness(board)
    watch.progressed()
    watch.failed('away')
    await clock.advance(7000)
    metrics.observeReconcile('environment', 'success', 0.3)
    const text = await metrics.registry.metrics()
    expect(text).toContain('leader_election_master_status{name="sdo-controller-shard-0"} 1')
    expect(text).toContain('sdo_watch_silence_seconds{source="mirror/Environment"} 7')
    expect(text).toContain('sdo_watch_failing{source="mirror/Environment"} 1')
    expect(text).toContain('sdo_watch_failures_total{source="mirror/Environment"} 1')
    isHeld = false
    expect(await metrics.registry.metrics()).toContain(
      'leader_election_master_status{name="sdo-controller-shard-0"} 0',
    )
    const time = 'controller_runtime_reconcile_time_seconds_bucket'
    expect(text).toContain(`${time}{le="0.5",controller="environment"} 1`)
    expect(text).toContain(`${time}{le="0.1",controller="environment"} 0`)
    expect(text).toContain('controller_runtime_reconcile_errors_total{controller="environment"} 0')
  })

  it('say how long keys wait for a worker and how long a worker has had one, also of what came while it was had', async () => {
    const metrics = createMetrics()
    const clock = new VirtualClock()
    const queue = new WorkQueue({ clock })
    metrics.trackQueue('environment', queue, 1)
    queue.add('a')
    await clock.advance(2000)
    expect(await queue.next()).toBe('a')
    queue.add('a')
    queue.add('a')
    await clock.advance(3000)
    const text = await metrics.registry.metrics()
    expect(text).toContain('workqueue_depth{name="environment"} 1')
    expect(text).toContain('workqueue_adds_total{name="environment"} 2')
    expect(text).toContain('workqueue_longest_running_processor_seconds{name="environment"} 3')
    expect(text).toContain('controller_runtime_active_workers{controller="environment"} 1')
    expect(text).toContain('controller_runtime_max_concurrent_reconciles{controller="environment"} 1')
    queue.done('a')
    expect(await queue.next()).toBe('a')
    expect(await metrics.registry.metrics()).toContain(
      'workqueue_queue_duration_seconds_sum{name="environment"} 5',
    )
  })
})
