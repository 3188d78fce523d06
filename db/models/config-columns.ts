import type { ConfigColumns, OverrideColumns } from '../../core/application/config/columns'
import {
  configEntries,
  overridable,
  type ConfigField,
  type ConfigFieldName,
  type ConfigFields,
} from '../../core/application/config/fields'
import { decimal, integer, json, nullable, optional, text, type Column } from './table'

type RequiredColumn = {
  [Name in ConfigFieldName]: ConfigFields[Name]['presence'] extends 'required'
    ? ConfigFields[Name]['column']
    : never
}[ConfigFieldName]

/** The columns of an application's configuration. What need not be said of a new one gets what its table says. */
export const configColumns = Object.fromEntries(
  configEntries.map(([, field]) => {
    const column = columnOf(field)
    return [field.column, field.presence === 'required' ? column : optional(column)]
  }),
) as {
  [Name in keyof ConfigColumns]: Column<ConfigColumns[Name], Name extends RequiredColumn ? false : true>
}

/** The columns of what an environment has of its own. */
export const overrideColumns = Object.fromEntries(
  overridable.map(([, field]) => [field.column, nullable(columnOf(field))]),
) as { [Name in keyof OverrideColumns]: Column<OverrideColumns[Name], false> }

function columnOf(field: ConfigField): Column<unknown> {
  switch (field.kind) {
    case 'number':
      return field.isWhole ? integer() : decimal()
    case 'text':
      return text()
    default:
      return json()
  }
}
