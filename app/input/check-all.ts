import { DomainError, invalid, type FieldErrors } from '../../core/errors'

/**
 * Results of `check` for all items.
 *
 * @throws DomainError `invalid` with the message of the first fault and the fields of all
 */
export function checkEach<Item, Result>(
  items: readonly Item[],
  check: (item: Item, index: number) => Result,
): Result[] {
  const results: Result[] = []
  const faults: DomainError[] = []
  items.forEach((item, index) => {
    try {
      results.push(check(item, index))
    } catch (failure) {
      if (!(failure instanceof DomainError) || failure.code !== 'invalid') throw failure
      faults.push(failure)
    }
  })
  const [first] = faults
  if (!first) return results
  const fields: FieldErrors = {}
  for (const fault of faults)
    for (const [field, message] of Object.entries(fault.fields ?? {})) fields[field] ??= message
  throw invalid(first.told ?? first.message, fields)
}

/**
 * The results of `checks` by their names, all of which are made, so that a person learns of every fault at once.
 *
 * @throws DomainError `invalid` with the message of the first fault and the fields of all
 */
export function checkAll<Results extends object>(checks: {
  [Name in keyof Results]: () => Results[Name]
}): Results {
  const names = Object.keys(checks) as (keyof Results)[]
  const results = checkEach(names, (name) => [name, checks[name]()] as const)
  return Object.fromEntries(results) as Results
}

/**
 * The results of `checks` as `checkAll` makes them, without those that are undefined: what was left out is not checked, and has no result.
 *
 * @throws DomainError `invalid` with the message of the first fault and the fields of all
 */
export const checkGiven = <Results extends object>(checks: {
  [Name in keyof Results]: (() => Results[Name]) | undefined
}): Partial<Results> =>
  checkAll<Partial<Results>>(
    Object.fromEntries(Object.entries(checks).filter(([, check]) => check !== undefined)) as {
      [Name in keyof Results]: () => Results[Name]
    },
  )

/** The check of `value` for `checkGiven`; undefined where it was left out. */
export const given = <Value, Result>(
  value: Value | undefined,
  check: (value: Value) => Result,
): (() => Result) | undefined => (value === undefined ? undefined : () => check(value))
