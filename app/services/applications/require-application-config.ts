import type { ConfigColumns } from '../../../core/application/config/columns'
import type { Variables } from '../../../core/application/environment-variables'
import { checkAll, checkEach } from '../../input/check-all'
import { requireField, singleFields, type ConfigInput, type SingleField } from '../../input/configuration'
import { requireRunSettings } from '../../input/run-settings'
import { requireVariables } from '../../input/variables'
import type { Dependencies } from '../dependencies'
import { requireAtMost } from '../quotas/quotas'

/** What cannot be told without what there is already. */
type Merged = keyof Variables | 'runSettings'

/** Columns for the configuration of a new application. @throws DomainError `invalid` with every fault at its field */
export function requireApplicationConfig(
  dependencies: Pick<Dependencies, 'quotas'>,
  input: ConfigInput,
): ConfigColumns {
  const nothing = singleFields.flatMap(({ wire, presence }) =>
    presence === 'optional' ? [[wire, null]] : [],
  )
  const { columns, variables, runSettings } = checkAll({
    columns: () => requireGivenConfig(dependencies, { ...Object.fromEntries(nothing), ...input }),
    variables: () => requireVariables(input),
    runSettings: () => requireRunSettings(input),
  })
  // Whatever was given has a column.
  return { ...columns, ...variables, runSettings } as ConfigColumns
}

/**
 * Columns for that part of a configuration which was given, besides variables and settings, for which it matters what there is already.
 *
 * @throws DomainError `invalid` with every fault at its field
 */
export function requireGivenConfig(
  dependencies: Pick<Dependencies, 'quotas'>,
  input: Partial<ConfigInput>,
): Partial<Omit<ConfigColumns, Merged>> {
  const given = singleFields.filter(({ wire }) => input[wire as keyof ConfigInput] !== undefined)
  const columns = checkEach(given, (field) => {
    const value = requireAllowed(dependencies, field, input[field.wire as keyof ConfigInput])
    const isDecimal = field.kind === 'number' && !field.isWhole && value !== null
    return [field.column, isDecimal ? String(value) : value] as const
  })
  return Object.fromEntries(columns)
}

/** What was meant for a field, no more than an application may have. @throws DomainError `invalid` at the field */
export function requireAllowed(
  dependencies: Pick<Dependencies, 'quotas'>,
  field: SingleField,
  sent: unknown,
): unknown {
  const value = requireField(field, sent)
  const { kind, wire } = field
  if (kind === 'ports' || kind === 'roles') {
    const quota = kind === 'ports' ? 'portsPerApplication' : 'rolesPerApplication'
    requireAtMost(dependencies, quota, { count: Object.keys(value as object).length, field: wire })
  }
  return value
}
