import { z } from 'zod'
import {
  byWire,
  overridable,
  type ConfigField,
  type ConfigFieldName,
  type ConfigFields,
  type OverridableName,
} from '../../core/application/config/fields'
import type { SettingPart } from '../../core/application/run-settings'
import { longest, most } from '../../core/text/longest'
import { boundedList, boundedText, roleMap, secretMap, typedNumber, variableMap } from './bounded'
import type { SentValue } from './configuration'
import { sentSettings } from './sent-settings'

type Sent<Name extends ConfigFieldName> = z.ZodType<SentValue<Name>>

/** The fields of a configuration as a call sends them: `null` is none, and so is an empty list or map. */
export const sentConfiguration = byWire((field, name) => {
  const schema = sentValue(field, name)
  if (field.presence === 'required') return schema
  return field.presence === 'default' ? schema.optional() : schema.nullish()
}) as {
  [Name in ConfigFieldName as ConfigFields[Name]['wire']]: {
    required: Sent<Name>
    default: z.ZodOptional<Sent<Name>>
    optional: z.ZodOptional<z.ZodNullable<Sent<Name>>>
  }[ConfigFields[Name]['presence']]
}

/** What a call sends of what an environment has of its own, variables and secrets among it. */
export const sentOverride = {
  ...(Object.fromEntries(
    overridable.map(([name, field]) => [field.wire, sentValue(field, name).nullish()]),
  ) as { [Name in OverridableName as ConfigFields[Name]['wire']]: z.ZodOptional<z.ZodNullable<Sent<Name>>> }),
  environmentVariables: variableMap.nullish(),
  secrets: secretMap.nullish(),
}

/** Bounds what is sent far wider than the rule of the field, which says what is wrong. */
function sentValue(field: ConfigField, name: ConfigFieldName): z.ZodType {
  switch (field.kind) {
    case 'number':
      return typedNumber
    case 'text':
      return boundedText(field.longest)
    case 'ports':
      return boundedList(
        z.object({ port: typedNumber.nullish(), subdomain: boundedText(longest.line).nullish() }),
        most.exposedPorts,
      )
    case 'roles':
      return roleMap
    case 'schedule':
      return boundedList(
        z.object({
          start: boundedText(longest.line),
          end: boundedText(longest.line),
          timeZone: boundedText(longest.line),
          processes: typedNumber,
        }),
        4 * most.scheduleEntries,
      )
    case 'variables':
      return variableMap
    case 'secrets':
      return secretMap
    case 'settings':
      return sentSettings(name as SettingPart)
  }
}
