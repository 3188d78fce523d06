import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { conditionsHold, unknowable, type ValuesOf } from './conditions'

const having = (values: Record<string, string[]>): ValuesOf => {
  const known = new Map(Object.entries(values).map(([key, value]) => [key.toLowerCase(), value]))
  return (key) => known.get(key) ?? []
}
const holds = (operator: string, expected: unknown, actual: string[]) =>
  conditionsHold({ [operator]: { 'a:Key': expected } }, having({ 'a:key': actual }))

describe('conditions', () => {
  it.each([
    ['StringEquals', 'one', 'one', 'One'],
    ['StringEqualsIgnoreCase', 'one', 'ONE', 'two'],
    ['StringLike', 'o*e', 'one', 'two'],
    ['ArnLike', 'arn:aws:iam::*:role/x/*', 'arn:aws:iam::1:role/x/y', 'arn:aws:iam::1:2:role/x/y'],
    ['ArnEquals', 'arn:aws:iam::1:role/x', 'arn:aws:iam::1:role/x', 'arn:aws:iam::1:role/y'],
    ['Bool', 'true', 'True', 'false'],
    ['Bool', true, 'true', 'false'],
    ['NumericEquals', '2', '2.0', '3'],
    ['NumericLessThan', '2', '1', '2'],
    ['NumericLessThanEquals', '2', '2', '3'],
    ['NumericGreaterThan', 2, '10', '2'],
    ['NumericGreaterThanEquals', '2', '2', '1'],
  ])('%s %s: holds for %s, not for %s or nothing', (operator, expected, good, bad) => {
    expect(holds(operator, expected, [good])).toBe(true)
    expect(holds(operator, expected, [bad])).toBe(false)
    expect(holds(operator, expected, [])).toBe(false)
    expect(holds(`${operator}IfExists`, expected, [])).toBe(true)
    expect(holds(`${operator}IfExists`, expected, [bad])).toBe(false)
  })

  it('takes a number that is none for neither more nor less', () => {
    for (const operator of ['NumericLessThanEquals', 'NumericGreaterThan'])
      expect(holds(operator, '1', ['many'])).toBe(false)
  })

  it.each([
    ['StringNotEquals', 'StringEquals'],
    ['StringNotLike', 'StringLike'],
    ['StringNotEqualsIgnoreCase', 'StringEqualsIgnoreCase'],
    ['ArnNotLike', 'ArnLike'],
    ['NumericNotEquals', 'NumericEquals'],
  ])('%s is the opposite of %s, whatever is asked', (negative, positive) => {
    const values = fc.array(fc.constantFrom('a', 'A', 'b*', '1'), { maxLength: 2 })
    fc.assert(
      fc.property(values, values, (expected, actual) => {
        expect(holds(negative, expected, actual)).toBe(!holds(positive, expected, actual))
      }),
    )
  })

  it('asks all values, or any, of a key that has many', () => {
    expect(holds('ForAllValues:StringEquals', ['a', 'b'], ['a', 'b'])).toBe(true)
    expect(holds('ForAllValues:StringEquals', ['a', 'b'], ['a', 'c'])).toBe(false)
    expect(holds('ForAnyValue:StringEquals', ['a', 'b'], ['a', 'c'])).toBe(true)
    expect(holds('ForAnyValue:StringEquals', ['a', 'b'], ['c'])).toBe(false)
    expect(holds('ForAllValues:StringNotEquals', 'a', ['b', 'c'])).toBe(true)
    expect(holds('ForAnyValue:StringNotEquals', 'a', ['a'])).toBe(false)
  })

  it('takes all of no values to be right, as AWS does, and any of them not', () => {
    expect(holds('ForAllValues:StringEquals', 'a', [])).toBe(true)
    expect(holds('ForAnyValue:StringEquals', 'a', [])).toBe(false)
  })

  it('tells whether there is a key', () => {
    expect([holds('Null', 'true', []), holds('Null', 'false', ['x'])]).toEqual([true, true])
    expect([holds('Null', 'true', ['x']), holds('Null', 'false', [])]).toEqual([false, false])
  })

  it('needs all conditions', () => {
    const condition = { StringEquals: { a: '1', b: '2' }, Bool: { c: 'true' } }
    expect(conditionsHold(condition, having({ a: ['1'], b: ['2'], c: ['true'] }))).toBe(true)
    for (const [key, value] of Object.entries({ a: '2', b: '1', c: 'false' }))
      expect(conditionsHold(condition, having({ a: ['1'], b: ['2'], c: ['true'], [key]: [value] }))).toBe(
        false,
      )
    expect(conditionsHold(undefined, having({}))).toBe(true)
  })

  it.each(['IpAddress', 'DateLessThan', 'ForSomeValues:StringEquals', 'ForAllValues:', 'stringequals', ''])(
    'refuses to guess what "%s" means',
    (operator) => {
      expect(() => holds(operator, 'x', ['x'])).toThrow('operator')
      expect(() => conditionsHold({ [operator]: { key: 'x' } }, () => unknowable)).toThrow('operator')
    },
  )
})
