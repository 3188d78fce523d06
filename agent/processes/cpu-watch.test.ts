import { beforeEach, describe, expect, it } from 'vitest'
import { VirtualClock } from '../../tests/builders/virtual-clock'
import { FakeContainerRuntime } from '../../tests/builders/fake-container-runtime'
import { watchCpu } from './cpu-watch'

const hour = 60 * 60_000

let clock: VirtualClock
let reports: number[]
let gone: AbortController
/** Cores that the program uses from now on; undefined where nobody can tell. */
let cores: number | undefined

beforeEach(() => {
  clock = new VirtualClock()
  reports = []
  gone = new AbortController()
  cores = 0.5
})

async function watch(): Promise<void> {
  const container = await new FakeContainerRuntime(() => clock.now()).start({
    processId: 'process-1',
    image: 'sdo/sample',
    tag: '1',
    cpu: 1,
    memoryMb: 100,
    ports: [],
    environment: {},
  })
  let [seconds, sinceMs] = [0, 0]
  const figures = async () => {
    if (cores === undefined) return {}
    seconds += (cores * (clock.monotonic() - sinceMs)) / 1000
    sinceMs = clock.monotonic()
    return { cpuSeconds: seconds }
  }
  const report = (average: number) => reports.push(average)
  void watchCpu({ container: { ...container, figures }, clock, signal: gone.signal, report })
}

describe('the CPU that a container uses', () => {
  it('is told once there is a day of it, and then is that of the last 24 hours', async () => {
    await watch()
    await clock.advance(24 * hour - 1)
    expect(reports).toEqual([])
    await clock.advance(1)
    expect(reports).toEqual([0.5])
    cores = 0.1
    await clock.advance(12 * hour)
    expect(reports.at(-1)).toBeCloseTo(0.3, 3)
    await clock.advance(12 * hour)
    expect(reports.at(-1)).toBeCloseTo(0.1, 3)
  })

  it('does not change with the time of day', async () => {
    await watch()
    await clock.advance(12 * hour)
    clock.set(-30 * hour)
    await clock.advance(6 * hour)
    clock.set(90 * hour)
    expect(reports).toEqual([])
    await clock.advance(6 * hour)
    expect(reports).toEqual([0.5])
  })

  it('is never told where nobody can tell, nor once the container is gone', async () => {
    cores = undefined
    await watch()
    await clock.advance(30 * hour)
    cores = 0.5
    await clock.advance(23 * hour)
    gone.abort()
    await clock.advance(10 * hour)
    expect(reports).toEqual([])
  })
})
