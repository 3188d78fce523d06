import { beforeEach, describe, expect, it } from 'vitest'
import { VirtualClock } from '../../tests/builders/virtual-clock'
import { LogMeter, type LogCounter } from './log-meter'

const second = 1000
const minute = 60 * second

describe('what CloudWatch Logs takes in', () => {
  let clock: VirtualClock
  let meter: LogMeter
  let saves: number
  beforeEach(() => {
    clock = new VirtualClock()
    meter = new LogMeter(clock)
    saves = 0
  })
  const run = () => void meter.run(new AbortController().signal, () => (saves += 1))

  /** A container that prints so many bytes a second. */
  function printing(rate: number): LogCounter & { rounds: number; isEnded: boolean; isClosed: boolean } {
    let countedEpoch = clock.now()
    return {
      rounds: 0,
      isEnded: false,
      isClosed: false,
      count(untilEpoch) {
        this.rounds += 1
        const bytes = (rate * (untilEpoch - countedEpoch)) / second
        countedEpoch = untilEpoch
        return bytes
      },
      isOver() {
        return this.isEnded
      },
      close() {
        this.isClosed = true
      },
    }
  }

  it('is the sum over all containers, those that are gone and what was sent by the agent', async () => {
    const ending = printing(5)
    meter.watch(ending)
    meter.watch(printing(7))
    meter.add(1000)
    run()
    await clock.advance(10 * second)
    expect(meter.total()).toBe(1000 + 10 * (5 + 7))
    ending.isEnded = true
    await clock.advance(20 * second)
    expect(ending.isClosed).toBe(true)
    expect(meter.total()).toBe(1000 + 10 * 5 + 10 * 5 + 30 * 7)
  })

  it('is looked at every ten seconds, and sooner the more is printed', async () => {
    const quiet = printing(100)
    meter.watch(quiet)
    run()
    await clock.advance(minute)
    expect(quiet.rounds).toBe(6)
    const flood = printing(2_000_000)
    meter.watch(flood)
    await clock.advance(minute)
    expect(flood.rounds).toBeGreaterThan(100)
    expect(flood.rounds).toBeLessThan(250)
  })

  it('is unknown while that of one container cannot be read', async () => {
    const unreadable: LogCounter = { count: () => undefined, isOver: () => isEnded, close: () => undefined }
    let isEnded = false
    meter.watch(unreadable)
    run()
    await clock.advance(10 * second)
    expect(meter.total()).toBeUndefined()
    isEnded = true
    await clock.advance(10 * second)
    expect(meter.total()).toBe(0)
  })

  it('goes on where the agent before left off, and is kept every ten minutes where there is more', async () => {
    const epoch = clock.now() - minute
    meter.resume({ bytes: 500, epoch })
    expect(meter.sinceEpoch).toBe(epoch)
    run()
    await clock.advance(30 * minute)
    expect(saves).toBe(0)
    meter.watch(printing(1))
    await clock.advance(30 * minute)
    expect(saves).toBeGreaterThanOrEqual(3)
    expect(saves).toBeLessThanOrEqual(4)
    expect(meter.kept()).toEqual({ bytes: meter.total(), epoch: clock.now() })
  })
})
