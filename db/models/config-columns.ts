import {
  rowNameOf,
  type ConfigColumns,
  type OverrideColumns,
  type RowName,
} from '../../core/application/config/columns'
import {
  configEntries,
  overridable,
  type ConfigField,
  type ConfigFieldName,
  type ConfigFields,
} from '../../core/application/config/fields'
import { called, decimal, integer, json, nullable, optional, text, type Column } from './table'

type RequiredColumn = {
  [Name in ConfigFieldName]: ConfigFields[Name]['presence'] extends 'required' ? RowName<Name> : never
}[ConfigFieldName]

/** The columns of an application's configuration. What need not be said of a new one gets what its table says. */
export const configColumns = Object.fromEntries(
  configEntries.map(([name, field]) => {
    const column = field.presence === 'required' ? typeOf(field) : optional(typeOf(field))
    return [rowNameOf([name, field]), called(field.column ?? name, column)]
  }),
) as {
  [Name in keyof ConfigColumns]: Column<ConfigColumns[Name], Name extends RequiredColumn ? false : true>
}

/** The columns of what an environment has of its own. */
export const overrideColumns = Object.fromEntries(
  overridable.map(([name, field]) => [name, called(field.column ?? name, nullable(typeOf(field)))]),
) as { [Name in keyof OverrideColumns]: Column<OverrideColumns[Name], false> }

function typeOf(field: ConfigField): Column<unknown> {
  switch (field.kind) {
    case 'number':
      return field.isWhole ? integer() : decimal()
    case 'text':
      return text()
    default:
      return json()
  }
}
