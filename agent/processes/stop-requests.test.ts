import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { VirtualClock } from '../../tests/builders/virtual-clock'
import { createStopRequests } from './stop-requests'

describe('stop requests', () => {
  it('answer at most once in two seconds, whatever the rhythm of the polls', () =>
    fc.assert(
      fc.asyncProperty(fc.array(fc.integer({ min: 0, max: 5000 }), { maxLength: 30 }), async (pauses) => {
        const clock = new VirtualClock()
        const requests = createStopRequests(clock)
        const { token } = requests.register()
        let answeredEpoch = -Infinity
        for (const pause of pauses) {
          await clock.advance(pause)
          const isDue = clock.now() - answeredEpoch >= 2000
          expect(requests.poll(token)).toEqual(isDue ? { stop: false } : 'throttled')
          if (isDue) answeredEpoch = clock.now()
        }
      }),
      { numRuns: 30 },
    ))

  it('know who asked in the last half minute', async () => {
    const clock = new VirtualClock()
    const requests = createStopRequests(clock)
    const request = requests.register()
    expect(request.isPolling()).toBe(false)
    requests.poll(request.token)
    await clock.advance(30_000)
    expect(request.isPolling()).toBe(true)
    await clock.advance(2000)
    expect(request.isPolling()).toBe(false)
  })

  it('throttle each process on its own', () => {
    const requests = createStopRequests(new VirtualClock())
    const [first, second] = [requests.register(), requests.register()]
    expect(requests.poll(first.token)).toEqual({ stop: false })
    expect(requests.poll(second.token)).toEqual({ stop: false })
    expect(requests.poll(first.token)).toBe('throttled')
  })

  it('tell the process concerned, and no other', () => {
    const requests = createStopRequests(new VirtualClock())
    const [first, second] = [requests.register(), requests.register()]
    first.begin()
    expect(requests.poll(first.token)).toEqual({ stop: true })
    expect(requests.poll(second.token)).toEqual({ stop: false })
  })

  it('count a throttled poll as a sign of life', async () => {
    const clock = new VirtualClock()
    const requests = createStopRequests(clock)
    const request = requests.register()
    requests.poll(request.token)
    await clock.advance(1000)
    expect(requests.poll(request.token)).toBe('throttled')
    expect(request.lastPolledAt()).toBe(clock.monotonic())
  })

  it('know nothing of a token that was never given or is no longer valid', () => {
    const requests = createStopRequests(new VirtualClock())
    const request = requests.register()
    request.close()
    expect(requests.poll(request.token)).toBe('unknown')
    expect(requests.poll('guess')).toBe('unknown')
  })
})
