import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { requireApplicationSize, requireProcessOverride } from './application-size'
import { messages } from '../messages/messages'

const size = { cpuCount: 0.5, memoryMb: 300, numProcesses: 1 }

describe('requireApplicationSize', () => {
  it('reads what was typed as it reads numbers', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 1_000_000 }),
        fc.integer({ min: 1, max: 10_000 }),
        (mills, count) => {
          const cpuCount = mills / 1_000
          const typed = { cpuCount: cpuCount.toFixed(3), memoryMb: ' 300 ', numProcesses: String(count) }
          expect(requireApplicationSize(typed)).toEqual({
            cpuCount,
            memoryMb: 300,
            numProcesses: count,
          })
        },
      ),
    )
  })

  it.each(['', '0', '0.0', '-1', 'one', '1,5', '.', '0.0001', 'Infinity', Number.NaN])(
    'refuses %s cores',
    (cpuCount) => {
      expect(() => requireApplicationSize({ ...size, cpuCount })).toThrow(messages.sizeMissing)
    },
  )

  it.each(['', '0', '1.5', '-300'])('refuses %s MB', (memoryMb) => {
    expect(() => requireApplicationSize({ ...size, memoryMb })).toThrow(messages.sizeMissing)
  })

  it.each(['', '0', '1.5'])('refuses %s processes', (numProcesses) => {
    expect(() => requireApplicationSize({ ...size, numProcesses })).toThrow(messages.processCountMissing)
  })

  it('refuses what no environment could hold, and Spot percentages over 100', () => {
    expect(() => requireApplicationSize({ ...size, cpuCount: 1_001 })).toThrow('at most')
    expect(() => requireApplicationSize({ ...size, memoryMb: 1e9 })).toThrow('at most')
    expect(() => requireApplicationSize({ ...size, numProcesses: 10_001 })).toThrow('at most')
    expect(() => requireApplicationSize({ ...size, maxSpotPercentage: 101 })).toThrow('0 to 100')
  })
})

describe('requireProcessOverride', () => {
  it('allows none, but nothing that is no whole number', () => {
    expect(requireProcessOverride('0')).toBe(0)
    for (const value of ['', '-1', '1.5']) expect(() => requireProcessOverride(value)).toThrow('whole number')
  })
})
