import { describe, expect, it } from 'vitest'
import { createLogger, silentLogger } from '../../core/logging/logger'
import { VirtualClock } from '../../tests/builders/virtual-clock'
import { runController, type ControllerOptions, type Reconcile } from './controller-loop'
import { createMetrics } from './metrics'
import { WorkQueue } from './work-queue'

function start(
  reconcile: Reconcile,
  options: Partial<ControllerOptions> = {},
  ownerOf?: (key: string) => string,
) {
  const clock = new VirtualClock()
  const random = () => 0.999999
  const backoff = { baseMilliseconds: 1000, capMilliseconds: 8000 }
  const queue = new WorkQueue({ clock, random, backoff, ownerOf })
  const metrics = createMetrics()
  const stop = new AbortController()
  const stopped = runController(
    { name: 'test', queue, reconcile, log: silentLogger, metrics, clock, random, ...options },
    stop.signal,
  )
  return { clock, queue, metrics, stop, stopped }
}

describe('runController', () => {
  it('works on different keys at once and on one key never twice at once', async () => {
    const busy: string[] = []
    const seen: string[][] = []
    const { clock, queue } = start(
      async (key) => {
        busy.push(key)
        seen.push([...busy].sort())
        await clock.sleep(1000)
        busy.splice(busy.indexOf(key), 1)
      },
      { concurrency: 2 },
    )
    for (const key of ['a', 'b', 'c']) queue.add(key)
    await clock.advance(0)
    queue.add('a')
    await clock.advance(5000)
    expect(seen).toEqual([['a'], ['a', 'b'], expect.arrayContaining(['c']), expect.arrayContaining(['a'])])
    expect(seen.every((keys) => keys.length <= 2 && new Set(keys).size === keys.length)).toBe(true)
  })

  it('has others served by as many workers as before while owners hang in however many reconciles', async () => {
    const served: string[] = []
    const { clock, queue, stop, stopped } = start(
      async (key) => {
        if (key.startsWith('hangs')) await clock.sleep(120_000)
        else served.push(key)
      },
      { concurrency: 2 },
      (key) => key,
    )
    for (const key of ['hangs-1', 'hangs-2', 'hangs-3', 'hangs-4', 'swift-1']) queue.add(key)
    await clock.advance(31_000)
    expect(served).toEqual(['swift-1'])
    queue.add('swift-2')
    await clock.advance(0)
    expect(served).toEqual(['swift-1', 'swift-2'])
    expect(queue.active).toBe(4)
    // Those who hung make no more workers than there were.
    await clock.advance(120_000)
    for (const key of ['hangs-5', 'hangs-6', 'hangs-7']) queue.add(key)
    await clock.advance(1000)
    expect(queue.active).toBe(2)
    stop.abort()
    await clock.finish(stopped)
  })

  it('comes again when the reconcile asks for it', async () => {
    const { clock, queue } = start(async () => {
      times.push(clock.now())
      return times.length < 3 ? { requeueAfterSeconds: 7 } : undefined
    })
    const times: number[] = []
    const began = clock.now()
    queue.add('a')
    await clock.advance(60_000)
    expect(times.map((time) => time - began)).toEqual([0, 7000, 14_000])
  })

  it('comes again after growing pauses while the reconcile rejects, and starts over after a success', async () => {
    const outcomes = ['bad', 'bad', 'bad', 'good', 'bad', 'good']
    const times: number[] = []
    const { clock, queue } = start(async () => {
      times.push(clock.now())
      if (outcomes.shift() === 'bad') throw new Error('fault')
    })
    const began = clock.now()
    queue.add('a')
    await clock.advance(20_000)
    queue.add('a')
    await clock.advance(20_000)
    expect(times.map((time) => time - began)).toEqual([0, 1000, 3000, 7000, 20_000, 21_000])
  })

  it('brings every key back once per period, also without any event', async () => {
    const times: number[] = []
    const { clock } = start(async () => void times.push(clock.now()), {
      resyncSeconds: 600,
      keys: () => ['a'],
    })
    await clock.advance(3_600_000)
    expect(times.length).toBeGreaterThanOrEqual(5)
    const gaps = times.slice(1).map((time, index) => time - (times[index] ?? 0))
    expect(Math.max(...gaps)).toBeLessThanOrEqual(600_000)
  })

  it('stops only when every reconcile that had begun has ended, and begins no other', async () => {
    const ended: string[] = []
    const { clock, queue, stop, stopped } = start(
      async (key, signal) => {
        await clock.sleep(5000)
        expect(signal.aborted).toBe(true)
        ended.push(key)
      },
      { concurrency: 1 },
    )
    queue.add('a')
    queue.add('b')
    await clock.advance(1000)
    stop.abort()
    await clock.finish(stopped)
    expect(ended).toEqual(['a'])
  })

  it('counts outcomes and tells write conflicts from faults', async () => {
    const faults = [Object.assign(new Error('stale'), { name: 'ConflictError' }), new Error('fault')]
    const { clock, queue, metrics } = start(async (key) => {
      const fault = key === 'a' ? faults.shift() : undefined
      if (fault) throw fault
    })
    queue.add('a')
    await clock.advance(60_000)
    const text = await metrics.registry.metrics()
    expect(text).toContain('controller_runtime_reconcile_total{controller="test",result="conflict"} 1')
    expect(text).toContain('controller_runtime_reconcile_total{controller="test",result="error"} 1')
    expect(text).toContain('controller_runtime_reconcile_errors_total{controller="test"} 1')
    expect(text).toContain('controller_runtime_reconcile_total{controller="test",result="success"} 1')
    expect(text).toContain('controller_runtime_reconcile_time_seconds_count{controller="test"} 3')
    expect(text).toContain('workqueue_depth{name="test"} 0')
    expect(text).toContain('workqueue_adds_total{name="test"} 3')
    expect(text).toContain('workqueue_retries_total{name="test"} 2')
    expect(text).toContain('workqueue_queue_duration_seconds_count{name="test"} 3')
  })

  it('says which resource fails and why, and counts it as failing until it succeeds', async () => {
    const lines: string[] = []
    const log = createLogger('test', 'error', { write: (line: string) => lines.push(line) })
    let isBroken = true
    const reconcile = async () => {
      if (isBroken) throw new Error('Nobody expected that.')
    }
    const { clock, queue, metrics } = start(reconcile, { log })
    queue.add('production')
    await clock.advance(0)
    expect(await metrics.registry.metrics()).toContain('sdo_workqueue_failing{name="test"} 1')
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({
      msg: 'Reconcile failed',
      resource: 'production',
      err: { message: 'Nobody expected that.' },
    })
    isBroken = false
    await clock.advance(60_000)
    expect(await metrics.registry.metrics()).toContain('sdo_workqueue_failing{name="test"} 0')
  })
})
