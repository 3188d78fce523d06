import { CloudError } from '../../controller/cloud/cloud'
import { matchesArn, matchesPattern } from './pattern'

/** Values of the condition keys of a request. */
export type RequestContext = Record<string, string | string[]>

/** The value of a key that cannot be known; what is asked of it then holds. */
export const unknowable = Symbol('unknowable')

/** The values of a condition key, whose case does not count; none if the request has no such key. */
export type ValuesOf = (key: string) => string[] | typeof unknowable

type Test = (actual: string, expected: string) => boolean

const isEqual: Test = (actual, expected) => actual === expected
const ignoringCase =
  (test: Test): Test =>
  (actual, expected) =>
    test(actual.toLowerCase(), expected.toLowerCase())
const numerically =
  (test: (actual: number, expected: number) => boolean): Test =>
  (actual, expected) =>
    test(Number(actual), Number(expected))

const positiveTests: Record<string, Test> = {
  StringEquals: isEqual,
  StringEqualsIgnoreCase: ignoringCase(isEqual),
  StringLike: (actual, expected) => matchesPattern(expected, actual),
  ArnEquals: (actual, expected) => matchesArn(expected, actual),
  ArnLike: (actual, expected) => matchesArn(expected, actual),
  Bool: ignoringCase(isEqual),
  NumericEquals: numerically((actual, expected) => actual === expected),
  NumericLessThan: numerically((actual, expected) => actual < expected),
  NumericLessThanEquals: numerically((actual, expected) => actual <= expected),
  NumericGreaterThan: numerically((actual, expected) => actual > expected),
  NumericGreaterThanEquals: numerically((actual, expected) => actual >= expected),
}

/** Each holds where the other one does not, and where the key is missing. */
const oppositeOf: Record<string, string> = {
  StringNotEquals: 'StringEquals',
  StringNotEqualsIgnoreCase: 'StringEqualsIgnoreCase',
  StringNotLike: 'StringLike',
  ArnNotEquals: 'ArnEquals',
  ArnNotLike: 'ArnLike',
  NumericNotEquals: 'NumericEquals',
}

/**
 * Whether all conditions of a statement hold, as IAM decides.
 * @throws CloudError invalid for an operator that is not known here: guessing could allow what AWS does not
 */
export const conditionsHold = (condition: unknown, valuesOf: ValuesOf): boolean =>
  Object.entries((condition ?? {}) as Record<string, Record<string, unknown> | null>).every(
    ([operator, operands]) =>
      Object.entries(operands ?? {}).every(([key, expected]) =>
        holds(operator, valuesOf(key.toLowerCase()), [expected].flat().map(String)),
      ),
  )

function holds(operator: string, actual: string[] | typeof unknowable, expected: string[]): boolean {
  const [, quantifier, name = '', ifExists] =
    /^(?:(ForAllValues|ForAnyValue):)?([A-Za-z]+?)(IfExists)?$/.exec(operator) ?? []
  const positive = positiveTests[oppositeOf[name] ?? name]
  if (!positive && name !== 'Null')
    throw new CloudError('invalid', `The condition operator ${operator} is not known to the simulated AWS.`)
  if (actual === unknowable) return true
  if (!positive) return (actual.length === 0) === (expected[0] === 'true')
  if (ifExists && actual.length === 0) return true
  const matches = (value: string) => expected.some((candidate) => positive(value, candidate))
  if (quantifier === 'ForAllValues')
    return actual.every((value) => (name in oppositeOf ? !matches(value) : matches(value)))
  if (name in oppositeOf)
    return quantifier === 'ForAnyValue' ? actual.some((value) => !matches(value)) : !actual.some(matches)
  return actual.some(matches)
}
