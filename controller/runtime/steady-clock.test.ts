import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { VirtualClock } from '../../tests/builders/virtual-clock'
import { steadyClock } from './steady-clock'

describe('a steady clock', () => {
  it('says the time of day', async () => {
    const machine = new VirtualClock()
    const clock = steadyClock(machine)
    await machine.advance(3_600_000)
    expect(clock.now()).toBe(machine.now())
  })

  it('measures every span of time within a tenth, never goes back, and catches up, however the machine’s clock is set', async () => {
    const step = fc.record({ set: fc.integer({ min: -7_200_000, max: 7_200_000 }), pass: fc.nat(600_000) })
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
        const machine = new VirtualClock()
        const clock = steadyClock(machine)
        for (const { set, pass } of steps) {
          const before = clock.now()
          machine.set(set)
          await machine.advance(pass)
          const span = clock.now() - before
          expect(span).toBeGreaterThanOrEqual(Math.max(0, pass * 0.9 - 2))
          expect(span).toBeLessThanOrEqual(pass * 1.1 + 2)
        }
        await machine.advance(24 * 11 * 3_600_000)
        expect(Math.abs(clock.now() - machine.now())).toBeLessThanOrEqual(1)
      }),
      { numRuns: 50 },
    )
  })

  it('tells once that the machine’s clock was set, and by how much', async () => {
    const machine = new VirtualClock()
    const told: number[] = []
    const clock = steadyClock(machine, (milliseconds) => told.push(milliseconds))
    machine.set(2000)
    clock.now()
    machine.set(-3_600_000)
    for (let look = 0; look < 5; look++) {
      clock.now()
      await machine.advance(1000)
    }
    expect(told).toEqual([-3_598_000])
  })
})
