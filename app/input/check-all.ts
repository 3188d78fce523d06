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
  throw invalid(first.told, fields)
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
