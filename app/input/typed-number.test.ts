import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { notSuch, readNumber, type WantedNumber } from './typed-number'

const whole: WantedNumber = {
  rule: 'Memory must be a whole number',
  isWhole: true,
  units: { '': 1_000, gb: 1_000, gib: 1_073.741824 },
}
const decimal: WantedNumber = {
  rule: 'CPU must be a number',
  isWhole: false,
  units: { m: 0.001 },
}

/** The number, or what is said of what is none. */
const refusalOf = (typed: string | number, wanted: WantedNumber) => {
  const number = readNumber(typed, wanted)
  return Number.isNaN(number) ? notSuch(typed, wanted).text : number
}

describe('a number that was typed', () => {
  it.each([
    ['300', whole, 300],
    [' 300 ', whole, 300],
    ['-1', whole, -1],
    [300, whole, 300],
    ['0.25', decimal, 0.25],
    ['0,25', decimal, 0.25],
    [',5', decimal, 0.5],
    ['2.', decimal, 2],
    ['', whole, undefined],
    [' ', decimal, undefined],
  ])('%j is read as it stands there', (typed, wanted, number) => {
    expect(readNumber(typed, wanted)).toBe(number)
  })

  it.each([
    ['1e3', whole, 'Memory must be a whole number, not “1e3”. Did you mean 1000?'],
    ['1.5 GB', whole, 'Memory must be a whole number, not “1.5 GB”. Did you mean 1500?'],
    ['1,5', whole, 'Memory must be a whole number, not “1,5”. Did you mean 1500?'],
    ['1GiB', whole, 'Memory must be a whole number, not “1GiB”. Did you mean 1073 or 1074?'],
    ['16,000', whole, 'Memory must be a whole number, not “16,000”. Did you mean 16000?'],
    ['1 000 000', whole, 'Memory must be a whole number, not “1 000 000”. Did you mean 1000000?'],
    ['many', whole, 'Memory must be a whole number, not “many”.'],
    ['1e99', whole, 'Memory must be a whole number, not “1e99”.'],
    ['1 toString', whole, 'Memory must be a whole number, not “1 toString”.'],
    [Number.NaN, decimal, 'CPU must be a number, not “NaN”.'],
    ['500m', decimal, 'CPU must be a number, not “500m”. Did you mean 0.5?'],
    ['1.2.3', decimal, 'CPU must be a number, not “1.2.3”.'],
    ['x'.repeat(60), decimal, `CPU must be a number, not “${'x'.repeat(40)}…”.`],
  ])('%j is refused with what was typed, and what may have been meant', (typed, wanted, message) => {
    expect(refusalOf(typed, wanted)).toBe(message)
  })

  it('is never another one than the digits say', () => {
    const typed = fc.oneof(
      fc.string(),
      fc.stringMatching(/^[-+0-9.,e ]{1,12}$/),
      fc.double().map(String),
      fc.integer().map(String),
    )
    fc.assert(
      fc.property(typed, fc.constantFrom(whole, decimal), (text, wanted) => {
        const read = refusalOf(text, wanted)
        if (typeof read === 'number') expect(read).toBe(Number(text.trim().replace(',', '.')))
        else if (read === undefined) expect(text.trim()).toBe('')
        else expect(read).toContain(`not “${text.trim().slice(0, 40)}`)
      }),
    )
  })

  it('is not asked back where it is a number that cannot be', () => {
    expect(notSuch('500', { rule: 'A share must be a whole number from 10 to 90', isWhole: true }).text).toBe(
      'A share must be a whole number from 10 to 90, not “500”.',
    )
  })
})
