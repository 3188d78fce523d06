import type { ScheduleEntry } from '../schedule'
import { variablesOf } from '../environment-variables'
import { runSettingsOf, type RunSettings, type SettingPart, type SettingsOf } from '../run-settings'
import {
  configEntries,
  type ConfigField,
  type ConfigFieldName,
  type ConfigFields,
  type OverridableName,
  overridable,
} from './fields'

/** A port that is reached from outside, and the first part of its name, where it has one. */
export interface ExposedPort {
  port: number
  subdomain?: string
}

interface Values {
  number: number
  text: string
  ports: ExposedPort[]
  roles: Record<string, string>
  schedule: ScheduleEntry[]
  variables: Record<string, string>
  secrets: Record<string, string>
}

/** What a field holds. */
export type ConfigValue<Name extends ConfigFieldName> = ConfigFields[Name]['kind'] extends keyof Values
  ? Values[ConfigFields[Name]['kind']]
  : Name extends SettingPart
    ? SettingsOf<Name>
    : never

/** Whether a resource can leave the field out, and a row hold null. */
export type MayBeNone<Name extends ConfigFieldName> = ConfigFields[Name] extends {
  kind: 'number' | 'text' | 'schedule'
  presence: 'optional'
}
  ? true
  : false

type ColumnValue<Name extends ConfigFieldName> = ConfigFields[Name] extends { isWhole: false }
  ? // Decimal, as Postgres keeps it.
    string
  : ConfigFields[Name] extends { kind: 'settings' }
    ? RunSettings
    : MayBeNone<Name> extends true
      ? ConfigValue<Name> | null
      : ConfigValue<Name>

/** What a row calls a field: as the field is called. Settings are parts of one value. */
export type RowName<Name extends ConfigFieldName> = ConfigFields[Name] extends { kind: 'settings' }
  ? 'runSettings'
  : Name

export const rowNameOf = ([name, { kind }]: [ConfigFieldName, ConfigField]): keyof ConfigColumns =>
  (kind === 'settings' ? 'runSettings' : name) as keyof ConfigColumns

/** How an application is configured, as its row has it. */
export type ConfigColumns = { [Name in ConfigFieldName as RowName<Name>]: ColumnValue<Name> }

/** Fields of a resource that are absent where there is nothing to say. */
type Sparse = {
  [Name in ConfigFieldName]: MayBeNone<Name> extends true
    ? Name
    : ConfigFields[Name]['kind'] extends 'variables' | 'secrets' | 'settings'
      ? Name
      : never
}[ConfigFieldName]

/** How an application is configured, as resources have it. */
export type ConfigSpec = { [Name in Exclude<ConfigFieldName, Sparse>]: ConfigValue<Name> } & {
  [Name in Sparse]?: ConfigValue<Name>
}

/** The columns alone, in the order of the fields. */
export const configColumnsOf = (row: ConfigColumns): ConfigColumns =>
  Object.fromEntries(
    configEntries.map(rowNameOf).map((name) => [name, row[name]]),
  ) as unknown as ConfigColumns

/** How resources have what a row says. Empty variables are left out, as in snapshots from before there were any. */
export const specOfColumns = (row: ConfigColumns): ConfigSpec =>
  Object.fromEntries(
    configEntries.flatMap(([name, field]) => {
      const value = toSpec(field, name, row[rowNameOf([name, field])])
      return value === undefined ? [] : [[name, value]]
    }),
  ) as unknown as ConfigSpec

function toSpec({ kind }: ConfigField, name: ConfigFieldName, value: unknown): unknown {
  switch (kind) {
    case 'number':
      return value === null || value === undefined ? undefined : Number(value)
    case 'variables':
    case 'secrets':
      return Object.keys(value as object).length > 0 ? value : undefined
    case 'settings':
      return (value as Partial<Record<string, unknown>>)[name]
    default:
      return value ?? undefined
  }
}

/** The row of what resources have. */
export const columnsOfSpec = (spec: ConfigSpec): ConfigColumns => {
  const columns = configEntries.map(([name, field]) => [
    rowNameOf([name, field]),
    toColumn(field, spec, name),
  ])
  return Object.fromEntries(columns) as ConfigColumns
}

function toColumn(field: ConfigField, spec: ConfigSpec, name: ConfigFieldName): unknown {
  const value = spec[name]
  switch (field.kind) {
    case 'number':
      if (value === undefined) return null
      if (!field.isWhole) return String(value as number)
      // An environment may say less than an application can.
      return 'above' in field.range ? Math.max(value as number, field.range.above + 1) : value
    case 'variables':
    case 'secrets':
      return variablesOf(spec)[name as 'environmentVariables' | 'secrets']
    case 'settings':
      return runSettingsOf(spec)
    default:
      return value ?? null
  }
}

/** What an environment has of its own, as resources have it; what is absent is as the application has it. */
export type OverrideSpec = { [Name in OverridableName]?: ConfigValue<Name> }

/** The same, as its row has it: null, or an empty map, is as the application has it. */
export type OverrideColumns = {
  [Name in OverridableName]: ConfigFields[Name]['kind'] extends 'roles'
    ? ConfigValue<Name>
    : ConfigValue<Name> | null
}

/** An empty list is one: an environment can have none of what its application has. */
const isEmptyMap = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && Object.keys(value).length === 0

/** How resources have what the row of an override says. */
export const overrideOfColumns = (row: OverrideColumns): OverrideSpec =>
  Object.fromEntries(
    overridable.flatMap(([name]) => {
      const value = row[name]
      return value === null || isEmptyMap(value) ? [] : [[name, value]]
    }),
  )

/** The row of an override; without one, that of none. */
export const columnsOfOverride = (override: OverrideSpec = {}): OverrideColumns =>
  Object.fromEntries(
    overridable.map(([name, { kind }]) => [name, override[name] ?? (kind === 'roles' ? {} : null)]),
  ) as OverrideColumns

export const isNoOverride = (override: OverrideSpec): boolean => Object.keys(override).length === 0
