import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { applicationSizeRule, processOverrideRule } from './application-size'
import { readField, readInput } from './rule'
import { configFields } from '../../core/application/config/fields'

const size = { cpuCount: 0.5, memoryMb: 300, numProcesses: 1 }

describe('the size of an application', () => {
  it('reads what was typed as it reads numbers', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 1_000_000 }),
        fc.integer({ min: 1, max: 10_000 }),
        (mills, count) => {
          const cpuCount = mills / 1_000
          const typed = { cpuCount: cpuCount.toFixed(3), memoryMb: ' 300 ', numProcesses: String(count) }
          expect(readInput(applicationSizeRule, typed)).toEqual({
            cpuCount,
            memoryMb: 300,
            numProcesses: count,
          })
        },
      ),
    )
  })

  it('takes a decimal comma for a decimal point', () => {
    expect(readInput(applicationSizeRule, { ...size, cpuCount: '1,5' })).toMatchObject({ cpuCount: 1.5 })
  })

  it.each(['', '0', '0.0', '-1'])('asks for cores where there are none: %j', (cpuCount) => {
    expect(() => readInput(applicationSizeRule, { ...size, cpuCount })).toThrow(configFields.cpu.missing)
  })

  it.each(['', '0', '-300'])('asks for memory where there is none: %j', (memoryMb) => {
    expect(() => readInput(applicationSizeRule, { ...size, memoryMb })).toThrow(configFields.cpu.missing)
  })

  it.each(['', '0', '-1'])('asks for processes where there are none: %j', (numProcesses) => {
    expect(() => readInput(applicationSizeRule, { ...size, numProcesses })).toThrow(
      configFields.count.missing,
    )
  })

  it.each([
    [{ cpuCount: 'one' }, 'CPU count must be a number such as 0.25, not “one”.'],
    [{ cpuCount: '.' }, 'CPU count must be a number such as 0.25, not “.”.'],
    [{ cpuCount: Number.NaN }, 'CPU count must be a number such as 0.25, not “NaN”.'],
    [{ cpuCount: '500m' }, 'CPU count must be a number such as 0.25, not “500m”. Did you mean 0.5?'],
    [{ cpuCount: '0.0001' }, 'CPU count must have at most three digits behind the point, not “0.0001”.'],
    [{ cpuCount: 0.1234 }, 'CPU count must have at most three digits behind the point, not “0.1234”.'],
    [{ memoryMb: '1.5 GB' }, 'Memory MB must be a whole number, not “1.5 GB”. Did you mean 1500?'],
    [{ memoryMb: '1.5' }, 'Memory MB must be a whole number, not “1.5”. Did you mean 1500?'],
    [
      { numProcesses: '1e3' },
      'Default number of processes must be a whole number, not “1e3”. Did you mean 1000?',
    ],
    [
      { numProcesses: '2.5' },
      'Default number of processes must be a whole number, not “2.5”. Did you mean 2 or 3?',
    ],
    [
      { maxSpotPercentage: '40%' },
      'The Spot percentage must be a whole number from 0 to 100, not “40%”. Did you mean 40?',
    ],
    [{ maxSpotPercentage: 101 }, 'The Spot percentage must be a whole number from 0 to 100, not “101”.'],
  ])('says of %j what was typed, and what may have been meant', (typed, message) => {
    expect(() => readInput(applicationSizeRule, { ...size, ...typed })).toThrow(message)
  })

  it('takes what programs calculate, which is off by less than anybody types', () => {
    expect(readInput(applicationSizeRule, { ...size, cpuCount: 0.1 + 0.2 })).toMatchObject({ cpuCount: 0.3 })
  })

  it('refuses what no environment could hold, and Spot percentages over 100', () => {
    expect(() => readInput(applicationSizeRule, { ...size, cpuCount: 1_001 })).toThrow('at most')
    expect(() => readInput(applicationSizeRule, { ...size, memoryMb: 1e9 })).toThrow('at most')
    expect(() => readInput(applicationSizeRule, { ...size, numProcesses: 10_001 })).toThrow('at most')
    expect(() => readInput(applicationSizeRule, { ...size, maxSpotPercentage: 101 })).toThrow('0 to 100')
  })
})

describe('the processes of an override', () => {
  it('allows none, but nothing that is no whole number', () => {
    expect(readField(processOverrideRule, '0', 'numProcesses')).toBe(0)
    for (const value of ['', '-1', '1.5'])
      expect(() => readField(processOverrideRule, value, 'numProcesses')).toThrow('whole number')
  })
})
