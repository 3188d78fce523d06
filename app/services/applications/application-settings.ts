import {
  configColumnsOf,
  rowNameOf,
  type ConfigValue,
  type ExposedPort,
  type MayBeNone,
} from '../../../core/application/config/columns'
import {
  byWire,
  type ConfigField,
  type ConfigFieldName,
  type ConfigFields,
} from '../../../core/application/config/fields'
import {
  completeSettings,
  tellSettings,
  type SettingPart,
  type SettingsOf,
} from '../../../core/application/run-settings'
import { tellSchedule, type ScheduleEntry } from '../../../core/application/schedule'
import type { Application } from '../../../db/models/application'
import type { Told } from '../revisions/revision'

type Setting<Name extends ConfigFieldName> = Name extends SettingPart
  ? Required<SettingsOf<Name>>
  : ConfigValue<Name> | (MayBeNone<Name> extends true ? null : never)

/** The settings of an application that people write as a whole, by their names on the wire. */
export type ApplicationSettings = { applicationName: string } & {
  [Name in ConfigFieldName as ConfigFields[Name]['wire']]: Setting<Name>
}

export const applicationSettings = (application: Application): ApplicationSettings => {
  const columns: Record<string, unknown> = configColumnsOf(application)
  const settings = byWire((field, name) => settingOf(field, name, columns[rowNameOf([name, field])]))
  return { applicationName: application.name, ...settings } as ApplicationSettings
}

function settingOf({ kind }: ConfigField, name: ConfigFieldName, value: unknown): unknown {
  switch (kind) {
    case 'number':
      return value === null ? null : Number(value)
    case 'settings':
      return completeSettings(name as SettingPart, (value as Partial<Record<string, object>>)[name])
    default:
      return value ?? null
  }
}

/** As the form calls them. */
export const toldApplicationSettings = {
  applicationName: ['Name'],
  ...byWire(({ kind, label }, name) => {
    switch (kind) {
      case 'ports':
        return [label, (ports: ExposedPort[]) => ports.map(tellPort).join(', ') || 'none']
      case 'schedule':
        return [label, (schedule: ScheduleEntry[] | null) => tellSchedule(schedule ?? [])]
      case 'settings':
        return [label, (own: object) => tellSettings(name as SettingPart, { [name]: own }) || 'as by default']
      default:
        return [label]
    }
  }),
} as unknown as Told<ApplicationSettings>

const tellPort = ({ port, subdomain }: ExposedPort): string =>
  subdomain === undefined ? `${port}` : `${port} (${subdomain})`
