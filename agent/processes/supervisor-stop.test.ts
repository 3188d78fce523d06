import { beforeEach, describe, expect, it } from 'vitest'
import { buildDesiredProcess } from '../../tests/builders/desired-process'
import { SupervisorBench } from '../../tests/builders/supervisor-bench'

const second = 1000
const minute = 60 * second

let bench: SupervisorBench

beforeEach(() => {
  bench = new SupervisorBench()
})

describe('stopping', () => {
  beforeEach(async () => {
    bench.supervisor.apply([buildDesiredProcess()])
    await bench.clock.advance(minute)
  })

  it('tells a polling process to stop and lets it end by itself', async () => {
    expect(bench.poll()).toEqual({ stop: false })
    bench.supervisor.apply([])
    await bench.clock.advance(5 * second)
    expect(bench.only().state).toBe('stopping')
    expect(bench.poll()).toEqual({ stop: true })
    bench.runtime.last.exit(0)
    await bench.clock.advance(0)
    expect(bench.supervisor.status()).toEqual([])
    expect(bench.runtime.last.signals).toEqual([])
    expect(bench.poll()).toBe('unknown')
  })

  it('waits ten minutes for a process that keeps polling, then ends it', async () => {
    bench.poll()
    bench.supervisor.apply([])
    await bench.pollEvery(30 * second, 19)
    expect(bench.runtime.last.signals).toEqual([])
    await bench.pollEvery(30 * second, 1)
    expect(bench.runtime.last.signals).toEqual(['SIGTERM'])
    expect(bench.supervisor.status()).toEqual([])
  })

  it.each([-5, 5])(
    'gives it its ten minutes also when the clock is set by %i hours meanwhile',
    async (hours) => {
      bench.poll()
      bench.supervisor.apply([])
      await bench.pollEvery(30 * second, 10)
      bench.clock.set(hours * 60 * minute)
      await bench.pollEvery(30 * second, 9)
      expect(bench.runtime.last.signals).toEqual([])
      await bench.pollEvery(30 * second, 1)
      expect(bench.runtime.last.signals).toEqual(['SIGTERM'])
    },
  )

  it('ends a process that never polled at once', async () => {
    bench.supervisor.apply([])
    await bench.clock.advance(0)
    expect(bench.runtime.last.signals).toEqual(['SIGTERM'])
  })

  it('ends a process half a minute after its last poll', async () => {
    bench.poll()
    bench.supervisor.apply([])
    await bench.pollEvery(5 * second, 3)
    await bench.clock.advance(25 * second)
    expect(bench.runtime.last.signals).toEqual([])
    await bench.clock.advance(2 * second)
    expect(bench.runtime.last.signals).toEqual(['SIGTERM'])
  })

  it('gives a process that has just started the time of its first poll', async () => {
    bench.supervisor.apply([buildDesiredProcess({ id: 'young' })])
    await bench.clock.advance(0)
    bench.supervisor.apply([])
    await bench.clock.advance(30 * second)
    expect(bench.runtime.last.signals).toEqual([])
    await bench.clock.advance(2 * second)
    expect(bench.runtime.last.signals).toEqual(['SIGTERM'])
  })

  it('reports nothing but stopping while it stops, whatever its health', async () => {
    bench.poll()
    bench.supervisor.apply([])
    bench.health = { healthy: false, reason: 'no answer' }
    await bench.clock.advance(10 * second)
    expect(bench.only()).toMatchObject({ state: 'stopping', message: undefined })
  })

  it('starts a process again that is asked for while it stops', async () => {
    bench.poll()
    bench.supervisor.apply([])
    bench.supervisor.apply([buildDesiredProcess()])
    await bench.clock.advance(second)
    expect(bench.only().state).toBe('stopping')
    bench.runtime.last.exit(0)
    await bench.clock.advance(second)
    expect(bench.only()).toMatchObject({ state: 'healthy', restarts: 0 })
    expect(bench.runtime.running).toHaveLength(1)
  })

  it.each(['pulling', 'restarting'])('ends a process at once that is %s', async (state) => {
    bench.runtime[state === 'pulling' ? 'pullFault' : 'startFault'] = 'not now'
    bench.supervisor.apply([buildDesiredProcess(), buildDesiredProcess({ id: 'other' })])
    await bench.clock.advance(second)
    expect(bench.supervisor.status()[1]?.state).toBe(state)
    bench.supervisor.apply([buildDesiredProcess()])
    await bench.clock.advance(0)
    expect(bench.supervisor.status().map(({ id }) => id)).toEqual(['process-1'])
  })
})

describe('a process that ignores SIGTERM', () => {
  beforeEach(async () => {
    bench.runtime.ignoresTerminate = true
    bench.supervisor.apply([buildDesiredProcess()])
    await bench.clock.advance(minute)
  })

  it('is killed ten seconds later', async () => {
    bench.supervisor.apply([])
    await bench.clock.advance(9 * second)
    expect(bench.runtime.last.signals).toEqual(['SIGTERM'])
    await bench.clock.advance(second)
    expect(bench.runtime.last.signals).toEqual(['SIGTERM', 'SIGKILL'])
    expect(bench.supervisor.status()).toEqual([])
  })

  it('is killed after the grace of its application, where it has one of its own', async () => {
    bench.supervisor.apply([])
    await bench.clock.advance(minute)
    bench.supervisor.apply([buildDesiredProcess({ id: 'patient', container: { stopGraceSeconds: 300 } })])
    await bench.clock.advance(minute)
    bench.supervisor.apply([])
    await bench.clock.advance(300 * second - 1)
    expect(bench.runtime.last.signals).toEqual(['SIGTERM'])
    await bench.clock.advance(1)
    expect(bench.runtime.last.signals).toEqual(['SIGTERM', 'SIGKILL'])
  })

  it('is killed sooner when the agent itself ends, and nothing is started any more', async () => {
    bench.poll()
    await bench.clock.finish(bench.supervisor.shutDown(), { withinMs: 6 * second })
    bench.supervisor.apply([buildDesiredProcess({ id: 'late' })])
    await bench.clock.advance(minute)
    expect(bench.runtime.containers.map(({ signals }) => signals)).toEqual([['SIGTERM', 'SIGKILL']])
    expect(bench.supervisor.status()).toEqual([])
  })
})
