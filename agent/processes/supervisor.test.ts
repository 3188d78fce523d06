import { beforeEach, describe, expect, it } from 'vitest'
import { silentLogger } from '../../core/logger'
import { buildDesiredProcess } from '../../tests/builders/desired-process'
import { FakeContainerRuntime } from '../../tests/builders/fake-container-runtime'
import { VirtualClock } from '../../tests/builders/virtual-clock'
import type { Health } from './health-probe'
import { createHostPorts } from './host-ports'
import { createStopRequests, type StopRequests } from './stop-requests'
import { createSupervisor, type Supervisor } from './supervisor'

const second = 1000
const minute = 60 * second

let clock: VirtualClock
let runtime: FakeContainerRuntime
let stopRequests: StopRequests
let supervisor: Supervisor
let health: Health

beforeEach(() => {
  clock = new VirtualClock()
  runtime = new FakeContainerRuntime()
  stopRequests = createStopRequests(clock)
  health = { healthy: true }
  supervisor = createSupervisor({
    runtime,
    clock,
    log: silentLogger,
    hostPorts: createHostPorts({ isFree: async () => true, firstCandidate: () => 50_000 }),
    probe: async () => health,
    stopRequests,
    stopUrl: ({ token }) => token,
  })
})

const only = () => {
  const [process, ...others] = supervisor.status()
  if (!process || others.length > 0) throw new Error(`There are ${supervisor.status().length} processes`)
  return process
}

/** What the program in the last container does to learn whether it should stop. */
const poll = () => stopRequests.poll(runtime.last.spec.environment.SDO_STOP_URL ?? '')

async function pollEvery(intervalMs: number, times: number): Promise<void> {
  for (let time = 0; time < times; time++) {
    poll()
    await clock.advance(intervalMs)
  }
}

describe('starting', () => {
  it('pulls, starts and becomes healthy, with what the platform injects', async () => {
    supervisor.apply([buildDesiredProcess()])
    expect(only().state).toBe('pulling')
    await clock.advance(0)
    expect(runtime.pulls).toEqual(['sdo/sample:1'])
    expect(runtime.last.spec.environment).toEqual({
      SDO_ENVIRONMENT_NAME: 'Production',
      SDO_PROCESS_ID: 'process-1',
      SDO_APPLICATION_NAME: 'Shop',
      SDO_VERSION_NAME: 'First',
      SDO_STOP_URL: expect.stringMatching(/^[\w-]{43}$/),
    })
    const now = clock.now()
    expect(only()).toEqual({
      id: 'process-1',
      state: 'healthy',
      ports: [{ port: 8080, hostPort: 50_000 }],
      startedEpoch: now,
      healthyEpoch: now,
      restarts: 0,
      message: undefined,
    })
  })

  it('starts each process once, however often the list is applied', async () => {
    for (let time = 0; time < 5; time++) {
      supervisor.apply([buildDesiredProcess()])
      await clock.advance(100)
    }
    expect(runtime.containers).toHaveLength(1)
  })

  it('keeps the original running when the definition under an id changes', async () => {
    supervisor.apply([buildDesiredProcess()])
    await clock.advance(second)
    supervisor.apply([buildDesiredProcess({ tag: '2' })])
    await clock.advance(second)
    expect(runtime.running.map(({ spec }) => spec.tag)).toEqual(['1'])
  })

  it('gives two processes their own ports and stop URLs', async () => {
    supervisor.apply([buildDesiredProcess({ id: 'a' }), buildDesiredProcess({ id: 'b' })])
    await clock.advance(0)
    const [a, b] = runtime.containers.map(({ spec }) => spec)
    expect(a?.ports).not.toEqual(b?.ports)
    expect(a?.environment.SDO_STOP_URL).not.toBe(b?.environment.SDO_STOP_URL)
  })

  it('says why an image cannot be pulled and keeps trying, at last once a minute', async () => {
    runtime.pullFault = 'it does not exist'
    supervisor.apply([buildDesiredProcess({ image: 'sdo/nothing' })])
    await clock.advance(0)
    expect(only()).toMatchObject({
      state: 'pulling',
      message: 'The image sdo/nothing:1 could not be pulled: it does not exist.',
    })
    await clock.advance(10 * minute)
    const pullsBefore = runtime.pulls.length
    await clock.advance(10 * minute)
    expect(runtime.pulls.length - pullsBefore).toBe(10)
    runtime.pullFault = undefined
    await clock.advance(minute)
    expect(only()).toMatchObject({ state: 'healthy', message: undefined })
  })
})

describe('health', () => {
  beforeEach(() => {
    health = { healthy: false, reason: 'GET /health on port 8080 answered 500.' }
  })

  it('is starting for a minute, then unhealthy, with the reason', async () => {
    supervisor.apply([buildDesiredProcess()])
    await clock.advance(59 * second)
    expect(only()).toMatchObject({ state: 'starting', message: 'GET /health on port 8080 answered 500.' })
    await clock.advance(2 * second)
    expect(only()).toMatchObject({ state: 'unhealthy', message: 'GET /health on port 8080 answered 500.' })
    expect(only().healthyEpoch).toBeUndefined()
  })

  it('becomes healthy late, and records when', async () => {
    supervisor.apply([buildDesiredProcess()])
    await clock.advance(20 * second)
    health = { healthy: true }
    await clock.advance(second)
    const { state, startedEpoch = 0, healthyEpoch = 0 } = only()
    expect(state).toBe('healthy')
    expect(healthyEpoch - startedEpoch).toBeGreaterThanOrEqual(20 * second)
  })

  it('forgives one failed check, and not three in a row', async () => {
    health = { healthy: true }
    supervisor.apply([buildDesiredProcess()])
    await clock.advance(10 * second)
    health = { healthy: false, reason: 'no answer' }
    await clock.advance(second)
    expect(only().state).toBe('healthy')
    await clock.advance(3 * second)
    expect(only()).toMatchObject({ state: 'unhealthy', message: 'no answer' })
    health = { healthy: true }
    await clock.advance(second)
    expect(only().state).toBe('healthy')
  })

  it('is healthy without ports when it has run for a moment', async () => {
    supervisor.apply([buildDesiredProcess({ ports: [] })])
    await clock.advance(second)
    expect(only().state).toBe('starting')
    await clock.advance(2 * second)
    expect(only().state).toBe('healthy')
  })
})

describe('a container that ends by itself', () => {
  const crashAndGetDelayMs = async () => {
    const containers = runtime.containers.length
    runtime.last.exit(1)
    const crashedEpoch = clock.now()
    await clock.advanceUntil(() => runtime.containers.length > containers)
    return clock.now() - crashedEpoch
  }

  it('is started again on the same port, and says so meanwhile', async () => {
    supervisor.apply([buildDesiredProcess()])
    await clock.advance(second)
    runtime.last.exit(1)
    await clock.advance(0)
    expect(only()).toEqual({
      id: 'process-1',
      state: 'restarting',
      ports: [],
      restarts: 1,
      message: 'It exited with code 1. It is started again in 1 s.',
    })
    await clock.advance(second)
    expect(only()).toMatchObject({ state: 'healthy', ports: [{ port: 8080, hostPort: 50_000 }], restarts: 1 })
    expect(runtime.pulls).toHaveLength(1)
  })

  it('waits twice as long each time, up to a minute, and starts over after two healthy minutes', async () => {
    supervisor.apply([buildDesiredProcess()])
    await clock.advance(0)
    const delays: number[] = []
    for (let crash = 0; crash < 8; crash++) delays.push((await crashAndGetDelayMs()) / second)
    expect(delays).toEqual([1, 2, 4, 8, 16, 32, 60, 60])
    await clock.advance(2 * minute)
    expect(await crashAndGetDelayMs()).toBe(second)
  })

  it('is tried again when it could not even be started', async () => {
    runtime.startFault = 'no space left on the device'
    supervisor.apply([buildDesiredProcess()])
    await clock.advance(0)
    expect(only()).toMatchObject({
      state: 'restarting',
      message: 'It could not be started: no space left on the device. It is started again in 1 s.',
    })
    runtime.startFault = undefined
    await clock.advance(second)
    expect(only().state).toBe('healthy')
  })
})

describe('stopping', () => {
  beforeEach(async () => {
    supervisor.apply([buildDesiredProcess()])
    await clock.advance(minute)
  })

  it('tells a polling process to stop and lets it end by itself', async () => {
    expect(poll()).toEqual({ stop: false })
    supervisor.apply([])
    await clock.advance(5 * second)
    expect(only().state).toBe('stopping')
    expect(poll()).toEqual({ stop: true })
    runtime.last.exit(0)
    await clock.advance(0)
    expect(supervisor.status()).toEqual([])
    expect(runtime.last.signals).toEqual([])
    expect(poll()).toBe('unknown')
  })

  it('waits ten minutes for a process that keeps polling, then ends it', async () => {
    poll()
    supervisor.apply([])
    await pollEvery(30 * second, 19)
    expect(runtime.last.signals).toEqual([])
    await pollEvery(30 * second, 1)
    expect(runtime.last.signals).toEqual(['SIGTERM'])
    expect(supervisor.status()).toEqual([])
  })

  it('ends a process that never polled at once', async () => {
    supervisor.apply([])
    await clock.advance(0)
    expect(runtime.last.signals).toEqual(['SIGTERM'])
  })

  it('ends a process half a minute after its last poll', async () => {
    poll()
    supervisor.apply([])
    await pollEvery(5 * second, 3)
    await clock.advance(25 * second)
    expect(runtime.last.signals).toEqual([])
    await clock.advance(2 * second)
    expect(runtime.last.signals).toEqual(['SIGTERM'])
  })

  it('gives a process that has just started the time of its first poll', async () => {
    supervisor.apply([buildDesiredProcess({ id: 'young' })])
    await clock.advance(0)
    supervisor.apply([])
    await clock.advance(30 * second)
    expect(runtime.last.signals).toEqual([])
    await clock.advance(2 * second)
    expect(runtime.last.signals).toEqual(['SIGTERM'])
  })

  it('reports nothing but stopping while it stops, whatever its health', async () => {
    poll()
    supervisor.apply([])
    health = { healthy: false, reason: 'no answer' }
    await clock.advance(10 * second)
    expect(only()).toMatchObject({ state: 'stopping', message: undefined })
  })

  it('starts a process again that is asked for while it stops', async () => {
    poll()
    supervisor.apply([])
    supervisor.apply([buildDesiredProcess()])
    await clock.advance(second)
    expect(only().state).toBe('stopping')
    runtime.last.exit(0)
    await clock.advance(second)
    expect(only()).toMatchObject({ state: 'healthy', restarts: 0 })
    expect(runtime.running).toHaveLength(1)
  })

  it.each(['pulling', 'restarting'])('ends a process at once that is %s', async (state) => {
    runtime[state === 'pulling' ? 'pullFault' : 'startFault'] = 'not now'
    supervisor.apply([buildDesiredProcess(), buildDesiredProcess({ id: 'other' })])
    await clock.advance(second)
    expect(supervisor.status()[1]?.state).toBe(state)
    supervisor.apply([buildDesiredProcess()])
    await clock.advance(0)
    expect(supervisor.status().map(({ id }) => id)).toEqual(['process-1'])
  })
})

describe('a process that ignores SIGTERM', () => {
  beforeEach(async () => {
    runtime.ignoresTerminate = true
    supervisor.apply([buildDesiredProcess()])
    await clock.advance(minute)
  })

  it('is killed ten seconds later', async () => {
    supervisor.apply([])
    await clock.advance(9 * second)
    expect(runtime.last.signals).toEqual(['SIGTERM'])
    await clock.advance(second)
    expect(runtime.last.signals).toEqual(['SIGTERM', 'SIGKILL'])
    expect(supervisor.status()).toEqual([])
  })

  it('is killed sooner when the agent itself ends, and nothing is started any more', async () => {
    poll()
    await clock.finish(supervisor.shutDown(), { withinMs: 6 * second })
    supervisor.apply([buildDesiredProcess({ id: 'late' })])
    await clock.advance(minute)
    expect(runtime.containers.map(({ signals }) => signals)).toEqual([['SIGTERM', 'SIGKILL']])
    expect(supervisor.status()).toEqual([])
  })
})
