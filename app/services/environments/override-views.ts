import { z } from 'zod'
import type { ConfigValue, MayBeNone } from '../../../core/application/config/columns'
import {
  overridable,
  mayBeNone,
  type ConfigField,
  type ConfigFields,
  type OverridableName,
} from '../../../core/application/config/fields'
import { scheduleSchema } from '../../../core/resources/application'
import { awaitedConfigurationSchema } from '../environment-contents/awaited-configuration-views'

const variablesSchema = z.object({
  environmentVariables: z.record(z.string(), z.string()),
  /** Name of a variable to the ARN of the secret that holds its value. */
  secrets: z.record(z.string(), z.string()),
})

type Capacity<Name extends OverridableName> = z.ZodType<ConfigValue<Name>>

const capacityOf = (mayLack: (field: ConfigField) => boolean): Record<string, z.ZodType> =>
  Object.fromEntries(
    overridable.map(([, field]) => {
      const schema = ofKind(field)
      return [field.wire, mayLack(field) ? schema.optional() : schema]
    }),
  )

function ofKind({ kind }: ConfigField): z.ZodType {
  if (kind === 'number') return z.int()
  return kind === 'schedule' ? scheduleSchema : z.record(z.string(), z.string())
}

const defaultCapacitySchema = z.object({
  ...(capacityOf(mayBeNone) as {
    [Name in OverridableName as ConfigFields[Name]['wire']]: MayBeNone<Name> extends true
      ? z.ZodOptional<Capacity<Name>>
      : Capacity<Name>
  }),
  /** Names of its variables and secrets, sorted. The configuration of the application has their values. */
  variableNames: z.array(z.string()),
})

/** What leaves the default as it is is absent from an override; an empty schedule is none. */
const capacityOverrideSchema = z.object({
  ...(capacityOf(({ kind }) => kind !== 'roles') as {
    [Name in OverridableName as ConfigFields[Name]['wire']]: ConfigFields[Name]['kind'] extends 'roles'
      ? Capacity<Name>
      : z.ZodOptional<Capacity<Name>>
  }),
  ...variablesSchema.shape,
})

const environmentApplicationSchema = z.object({
  applicationId: z.string(),
  name: z.string(),
  defaultConfig: defaultCapacitySchema,
  overrideConfig: capacityOverrideSchema.optional(),
  /** Of the override, also where there is none: a write that sends it is refused where somebody changed something since. */
  revision: z.string(),
  /** Configuration changed since the deployment, which waits for another; absent where none does, or where one was asked for. */
  awaitedConfiguration: awaitedConfigurationSchema.optional(),
})

export const environmentProcessesSchema = z.object({
  deployedApplications: z.array(environmentApplicationSchema),
  undeployedApplications: z.array(environmentApplicationSchema),
  /** Applications of a type that environments cannot run. */
  excludedApplications: z.array(environmentApplicationSchema),
})

export type EnvironmentApplication = z.infer<typeof environmentApplicationSchema>
export type EnvironmentProcesses = z.infer<typeof environmentProcessesSchema>
