import { beforeEach, describe, expect, it } from 'vitest'
import { agentStatusSchema } from '../../core/agent/protocol'
import { buildDesiredProcess } from '../../tests/builders/desired-process'
import { SupervisorBench } from '../../tests/builders/supervisor-bench'

const second = 1000
const minute = 60 * second

let bench: SupervisorBench

beforeEach(() => {
  bench = new SupervisorBench()
})

describe('starting', () => {
  it('pulls, starts and becomes healthy, with what the platform injects', async () => {
    bench.supervisor.apply([buildDesiredProcess()])
    expect(bench.only().state).toBe('pulling')
    await bench.clock.advance(0)
    expect(bench.runtime.pulls).toEqual(['sdo/sample:1'])
    expect(bench.runtime.last.spec.environment).toEqual({
      SDO_ENVIRONMENT_NAME: 'Production',
      SDO_PROCESS_ID: 'process-1',
      SDO_APPLICATION_NAME: 'Shop',
      SDO_VERSION_NAME: 'First',
      SDO_STOP_URL: expect.stringMatching(/^[\w-]{43}$/),
    })
    const now = bench.clock.now()
    expect(bench.only()).toEqual({
      id: 'process-1',
      state: 'healthy',
      ports: [{ port: 8080, hostPort: 50_000 }],
      pulledEpoch: now,
      startedEpoch: now,
      healthyEpoch: now,
      restarts: 0,
      message: undefined,
    })
  })

  it('says its names without blanks', async () => {
    const named = { applicationName: 'Job runner', versionName: 'Before Christmas' }
    bench.supervisor.apply([buildDesiredProcess(named)])
    await bench.clock.advance(0)
    expect(bench.runtime.last.spec.environment).toMatchObject({
      SDO_APPLICATION_NAME: 'Job_runner',
      SDO_VERSION_NAME: 'Before_Christmas',
    })
  })

  it('gives it what it was told to read, over what others set, and names it to who shows its output', async () => {
    const arn = 'arn:aws:ssm:us-east-1:111122223333:parameter/sdo/secrets/database'
    bench.secrets.kept.set(arn, 'correct-horse')
    const environment = { LOG_LEVEL: 'debug', SDO_STOP_URL: 'elsewhere' }
    bench.supervisor.apply([buildDesiredProcess({ environment, secrets: { DATABASE_URL: arn } })])
    await bench.clock.advance(0)
    const { spec } = bench.runtime.last
    expect(spec.environment).toMatchObject({ LOG_LEVEL: 'debug', DATABASE_URL: 'correct-horse' })
    expect(spec.environment.SDO_STOP_URL).toMatch(/^[\w-]{43}$/)
    expect(spec.secretNames).toEqual(['DATABASE_URL'])
    expect(JSON.stringify([bench.kept, bench.only()])).not.toContain('correct-horse')
  })

  it('waits for secrets that cannot be read, says why, and reads them anew at each start', async () => {
    const arn = 'arn:aws:ssm:us-east-1:111122223333:parameter/sdo/secrets/database'
    bench.secrets.fault = 'its variable A has no value, because somebody deleted it'
    bench.supervisor.apply([buildDesiredProcess({ secrets: { A: arn } })])
    await bench.clock.advance(minute)
    expect(bench.only()).toMatchObject({
      state: 'starting',
      restarts: 0,
      ports: [],
      message: 'It waits for a secret: its variable A has no value, because somebody deleted it.',
    })
    expect(bench.runtime.containers).toHaveLength(0)
    bench.secrets.fault = undefined
    bench.secrets.kept.set(arn, 'old')
    await bench.clock.advance(minute)
    expect(bench.only()).toMatchObject({ state: 'healthy', message: undefined })
    bench.secrets.kept.set(arn, 'new')
    bench.runtime.last.exit(1)
    await bench.clock.advance(minute)
    expect(bench.runtime.containers.map(({ spec }) => spec.environment.A)).toEqual(['old', 'new'])
  })

  it('ends at once when it is to stop while its secrets cannot be read', async () => {
    bench.secrets.fault = 'no'
    bench.supervisor.apply([buildDesiredProcess({ secrets: {} })])
    await bench.clock.advance(second)
    bench.supervisor.apply([])
    await bench.clock.advance(0)
    expect(bench.supervisor.status()).toEqual([])
    expect(bench.runtime.containers).toHaveLength(0)
  })

  it('starts each process once, however often the list is applied', async () => {
    for (let time = 0; time < 5; time++) {
      bench.supervisor.apply([buildDesiredProcess()])
      await bench.clock.advance(100)
    }
    expect(bench.runtime.containers).toHaveLength(1)
  })

  it('keeps the original running when the definition under an id changes', async () => {
    bench.supervisor.apply([buildDesiredProcess()])
    await bench.clock.advance(second)
    bench.supervisor.apply([buildDesiredProcess({ tag: '2' })])
    await bench.clock.advance(second)
    expect(bench.runtime.running.map(({ spec }) => spec.tag)).toEqual(['1'])
  })

  it('gives two processes their own ports and stop URLs', async () => {
    bench.supervisor.apply([buildDesiredProcess({ id: 'a' }), buildDesiredProcess({ id: 'b' })])
    await bench.clock.advance(0)
    const [a, b] = bench.runtime.containers.map(({ spec }) => spec)
    expect(a?.ports).not.toEqual(b?.ports)
    expect(a?.environment.SDO_STOP_URL).not.toBe(b?.environment.SDO_STOP_URL)
  })

  it('says no more than the controller takes of why an image cannot be pulled', async () => {
    bench.runtime.pullFault = 'x'.repeat(100_000)
    bench.supervisor.apply([buildDesiredProcess()])
    await bench.clock.advance(0)
    const status = { instance: 'instance-1', processes: [bench.only()] }
    expect(status.processes[0]?.message).toMatch(/^The image sdo\/sample:1 could not be pulled: x+$/)
    expect(agentStatusSchema.safeParse(status).success).toBe(true)
  })

  it('says why an image cannot be pulled and keeps trying, at last once a minute', async () => {
    bench.runtime.pullFault = 'it does not exist'
    bench.supervisor.apply([buildDesiredProcess({ image: 'sdo/nothing' })])
    await bench.clock.advance(0)
    expect(bench.only()).toMatchObject({
      state: 'pulling',
      message: 'The image sdo/nothing:1 could not be pulled: it does not exist.',
    })
    await bench.clock.advance(10 * minute)
    const pullsBefore = bench.runtime.pulls.length
    await bench.clock.advance(10 * minute)
    expect(bench.runtime.pulls.length - pullsBefore).toBe(10)
    bench.runtime.pullFault = undefined
    await bench.clock.advance(minute)
    expect(bench.only()).toMatchObject({ state: 'healthy', message: undefined })
  })
})

describe('health', () => {
  beforeEach(() => {
    bench.health = { healthy: false, reason: 'GET /health on port 8080 answered 500.' }
  })

  it('is starting for a minute, then unhealthy, with the reason', async () => {
    bench.supervisor.apply([buildDesiredProcess()])
    await bench.clock.advance(59 * second)
    expect(bench.only()).toMatchObject({
      state: 'starting',
      message: 'GET /health on port 8080 answered 500.',
    })
    await bench.clock.advance(2 * second)
    expect(bench.only()).toMatchObject({
      state: 'unhealthy',
      message: 'GET /health on port 8080 answered 500.',
    })
    expect(bench.only().healthyEpoch).toBeUndefined()
  })

  it('becomes healthy late, and records when and by which answer', async () => {
    bench.supervisor.apply([buildDesiredProcess()])
    await bench.clock.advance(20 * second)
    bench.health = { healthy: true, milliseconds: 7 }
    await bench.clock.advance(second)
    const { state, startedEpoch = 0, healthyEpoch = 0, healthMilliseconds } = bench.only()
    expect(state).toBe('healthy')
    expect(healthMilliseconds).toBe(7)
    expect(healthyEpoch - startedEpoch).toBeGreaterThanOrEqual(20 * second)
  })

  it('forgives one failed check, and not three in a row', async () => {
    bench.health = { healthy: true }
    bench.supervisor.apply([buildDesiredProcess()])
    await bench.clock.advance(14 * second)
    bench.health = { healthy: false, reason: 'no answer' }
    // It is asked every 15 seconds, and every second after a failure.
    await bench.clock.advance(second)
    expect(bench.only().state).toBe('healthy')
    await bench.clock.advance(2 * second)
    expect(bench.only()).toMatchObject({ state: 'unhealthy', message: 'no answer' })
    bench.health = { healthy: true }
    await bench.clock.advance(second)
    expect(bench.only().state).toBe('healthy')
  })

  it('is healthy without ports when it has run for a moment', async () => {
    bench.supervisor.apply([buildDesiredProcess({ ports: [] })])
    await bench.clock.advance(second)
    expect(bench.only().state).toBe('starting')
    await bench.clock.advance(2 * second)
    expect(bench.only().state).toBe('healthy')
  })
})

describe('a container that ends by itself', () => {
  const crashAndGetDelayMs = async () => {
    const containers = bench.runtime.containers.length
    bench.runtime.last.exit(1)
    const crashedEpoch = bench.clock.now()
    await bench.clock.advanceUntil(() => bench.runtime.containers.length > containers)
    return bench.clock.now() - crashedEpoch
  }

  it('is started again on the same port, and says so meanwhile', async () => {
    bench.supervisor.apply([buildDesiredProcess()])
    await bench.clock.advance(second)
    bench.runtime.last.exit(1)
    await bench.clock.advance(0)
    expect(bench.only()).toEqual({
      id: 'process-1',
      state: 'restarting',
      ports: [],
      pulledEpoch: expect.any(Number) as number,
      restarts: 1,
      message: 'It exited with code 1. It is started again in 1 s.',
    })
    await bench.clock.advance(second)
    expect(bench.only()).toMatchObject({
      state: 'healthy',
      ports: [{ port: 8080, hostPort: 50_000 }],
      restarts: 1,
    })
    expect(bench.runtime.pulls).toHaveLength(1)
  })

  it('counts the programs that were killed for memory in containers that went on, over restarts', async () => {
    bench.supervisor.apply([buildDesiredProcess()])
    await bench.clock.advance(second)
    expect(bench.only()).not.toHaveProperty('memoryKills')
    bench.runtime.last.kills = 4
    expect(bench.only()).toMatchObject({ state: 'healthy', restarts: 0, memoryKills: 4 })
    await crashAndGetDelayMs()
    bench.runtime.last.kills = 2
    expect(bench.only()).toMatchObject({ restarts: 1, memoryKills: 6 })
  })

  it('counts the containers that ended as a whole for memory apart from the programs, and the next agent goes on counting', async () => {
    bench.supervisor.apply([buildDesiredProcess()])
    await bench.clock.advance(second)
    for (let ends = 1; ends <= 2; ends++) {
      const containers = bench.runtime.containers.length
      bench.runtime.last.runOutOfMemory()
      await bench.clock.advanceUntil(() => bench.runtime.containers.length > containers)
      expect(bench.only()).toMatchObject({ restarts: ends, memoryEnds: ends })
      expect(bench.only()).not.toHaveProperty('memoryKills')
    }
    await crashAndGetDelayMs()
    expect(bench.only()).toMatchObject({ restarts: 3, memoryEnds: 2 })
    expect(bench.kept).toMatchObject([{ memoryEnds: 2, memoryKills: 0 }])
  })

  it('tells how much CPU a container used on the average of a day, and of the next one nothing until then', async () => {
    bench.supervisor.apply([buildDesiredProcess()])
    await bench.clock.advance(0)
    bench.runtime.last.use = { cpuSeconds: 0 }
    await bench.clock.advance(30 * minute)
    bench.runtime.last.use = { cpuSeconds: 24 * 60 * 60 * 0.2 }
    await bench.clock.advance(24 * 60 * minute - second)
    expect(bench.only()).not.toHaveProperty('cpuUsed')
    await bench.clock.advance(second)
    expect(bench.only().cpuUsed).toBe(0.2)
    await crashAndGetDelayMs()
    expect(bench.only()).not.toHaveProperty('cpuUsed')
  }, 30_000)

  it('waits twice as long each time, up to a minute, and starts over after two healthy minutes', async () => {
    bench.supervisor.apply([buildDesiredProcess()])
    await bench.clock.advance(0)
    const delays: number[] = []
    for (let crash = 0; crash < 8; crash++) delays.push((await crashAndGetDelayMs()) / second)
    expect(delays).toEqual([1, 2, 4, 8, 16, 32, 60, 60])
    await bench.clock.advance(2 * minute)
    expect(await crashAndGetDelayMs()).toBe(second)
  })

  it('is tried again when it could not even be started', async () => {
    bench.runtime.startFault = 'no space left on the device'
    bench.supervisor.apply([buildDesiredProcess()])
    await bench.clock.advance(0)
    expect(bench.only()).toMatchObject({
      state: 'restarting',
      message: 'It could not be started: no space left on the device. It is started again in 1 s.',
    })
    bench.runtime.startFault = undefined
    await bench.clock.advance(second)
    expect(bench.only().state).toBe('healthy')
  })
})
