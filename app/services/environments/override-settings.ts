import {
  columnsOfOverride,
  overrideOfColumns,
  type ConfigValue,
  type OverrideColumns,
  type OverrideSpec,
} from '../../../core/application/config/columns'
import {
  configFields,
  overridable,
  type ConfigFields,
  type OverridableName,
} from '../../../core/application/config/fields'
import { tellSchedule, type ScheduleEntry } from '../../../core/application/schedule'
import { variablesOf, type Variables } from '../../../core/application/environment-variables'
import type { ApplicationOverride, VariableOverride } from '../../../db/models/application-override'
import { processOverrideRule } from '../../input/application-size'
import { readField } from '../../input/rule'
import type { Told } from '../revisions/revision'

/** What takes effect at once, by its names on the wire. `null` leaves the application's own number. */
export type Override = {
  [Name in OverridableName as ConfigFields[Name]['wire']]: ConfigFields[Name]['kind'] extends 'roles'
    ? ConfigValue<Name>
    : ConfigValue<Name> | null
}

/** Everything that an environment does differently about an application, as people write it as a whole. */
type OverrideSettings = Override & Variables

/** Override of a row; that of none without one. */
const overrideOfRow = (row: OverrideColumns = columnsOfOverride()): Override =>
  Object.fromEntries(overridable.map(([name, { wire }]) => [wire, row[name]])) as Override

/** What an application, or an override, has of what an environment can have of its own, as it is shown: none is absent. */
export const overridableOf = (row: OverrideColumns): Record<string, unknown> =>
  Object.fromEntries(Object.entries(overrideOfRow(row)).map(([wire, value]) => [wire, value ?? undefined]))

export const overrideOfSpec = (spec: OverrideSpec | undefined): Override =>
  overrideOfRow(columnsOfOverride(spec))

export const overrideSettings = (
  override: ApplicationOverride | undefined,
  variables: VariableOverride | undefined,
): OverrideSettings => ({ ...overrideOfRow(override), ...variablesOf(variables ?? {}) })

const tellOwnSchedule = (schedule: ScheduleEntry[] | null) =>
  schedule === null ? 'as the application' : tellSchedule(schedule)

/** As the form calls them. */
export const toldOverrideSettings = {
  ...Object.fromEntries(
    overridable.map(([, { kind, wire, override }]) => [
      wire,
      kind === 'schedule' ? [override?.label, tellOwnSchedule] : [override?.label],
    ]),
  ),
  environmentVariables: [configFields.environmentVariables.label],
  secrets: [configFields.secrets.label],
} as unknown as Told<OverrideSettings>

/** `before` with what was asked for; what an application requires is asked of the first who overrides numbers. */
export const mergeOverride = (before: Override, asked: Partial<Override>): Override => {
  const merged = { ...before, ...asked }
  if (asked.numProcesses === undefined && merged.numProcesses === null)
    readField(processOverrideRule, '', configFields.count.wire)
  return merged
}

export const specOfOverride = (override: Override): OverrideSpec =>
  overrideOfColumns(
    Object.fromEntries(
      overridable.map(([name, { wire }]) => [name, override[wire as keyof Override]]),
    ) as OverrideColumns,
  )

/** For the history: `4 processes, roles table`. */
export function describeOverride(override: Override): string {
  const parts = overridable.flatMap(([, field]) => {
    const value = override[field.wire as keyof Override]
    if (field.kind === 'number') return value === null ? [] : (field.override?.tell(value as number) ?? [])
    if (field.kind === 'schedule')
      return value === null ? [] : `schedule ${tellSchedule(value as ScheduleEntry[])}`
    const keys = Object.keys(value as object)
    return keys.length > 0 ? `${keys.length === 1 ? 'role' : 'roles'} ${keys.join(', ')}` : []
  })
  return parts.length > 0 ? parts.join(', ') : 'none'
}
