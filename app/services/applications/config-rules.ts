import * as z from 'zod/mini'
import type { ConfigColumns } from '../../../core/application/config/columns'
import { configEntries } from '../../../core/application/config/fields'
import { fieldRule, fieldsRule, orNone, type ConfigInput, type SingleField } from '../../input/configuration'
import { rule } from '../../input/rule'
import { scheduleRule } from '../../input/schedule'
import { runSettingsRule } from '../../input/run-settings'
import { variablesRule } from '../../input/variables'
import type { Dependencies } from '../dependencies'
import { atMost } from '../quotas/quotas'
import { scheduleFault } from './schedule-fault'

type HasQuotas = Pick<Dependencies, 'quotas'>

/** Columns for the configuration of a new application. */
export const newConfigRule = (dependencies: HasQuotas) =>
  configRule(dependencies, false) as unknown as z.ZodMiniType<ConfigColumns, ConfigInput>

/** Columns for that part of a configuration which is given. Of variables and settings it matters what there is already. */
export const givenConfigRule = (dependencies: HasQuotas) =>
  configRule(dependencies, true) as unknown as z.ZodMiniType<Partial<ConfigColumns>, Partial<ConfigInput>>

const configRule = (dependencies: HasQuotas, isPart: boolean) =>
  z.intersection(
    z.pipe(fieldsRule({ isPart, ruleOf: (field) => allowedRule(dependencies, field) }), columnsRule),
    z.intersection(variablesRule(), runSettingsRule()),
  )

const columnsRule = rule((given: Record<string, unknown>) =>
  Object.fromEntries(
    configEntries.flatMap(([name, field]) => {
      const value = given[field.wire]
      if (value === undefined) return []
      const isDecimal = field.kind === 'number' && !field.isWhole && value !== null
      return [[name, isDecimal ? String(value as number) : value]]
    }),
  ),
)

/** What was meant for a field, no more than an application may have. */
export const allowedRule = (dependencies: HasQuotas, field: SingleField): z.ZodMiniType => {
  if (field.kind === 'ports') return z.pipe(fieldRule(field), atMost(dependencies, 'portsPerApplication'))
  if (field.kind === 'roles') return z.pipe(fieldRule(field), atMost(dependencies, 'rolesPerApplication'))
  if (field.kind === 'schedule') return orNone(scheduleRule(scheduleFault))
  return fieldRule(field)
}
