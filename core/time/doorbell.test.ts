import { describe, expect, it } from 'vitest'
import { VirtualClock } from '../../tests/builders/virtual-clock'
import { Doorbell } from './doorbell'

describe('Doorbell', () => {
  it('wakes whoever waits', async () => {
    const bell = new Doorbell()
    const waiting = bell.wait(new VirtualClock(), 60_000)
    bell.ring()
    expect(await waiting).toBe(true)
  })

  it('lets the time pass when nobody rings', async () => {
    const clock = new VirtualClock()
    const waiting = new Doorbell().wait(clock, 60_000)
    await clock.advance(60_000)
    expect(await waiting).toBe(false)
  })

  it('answers rings that came before with one wait', async () => {
    const clock = new VirtualClock()
    const bell = new Doorbell()
    bell.ring()
    bell.ring()
    expect(await bell.wait(clock, 60_000)).toBe(true)
    const again = bell.wait(clock, 60_000)
    await clock.advance(60_000)
    expect(await again).toBe(false)
  })
})
