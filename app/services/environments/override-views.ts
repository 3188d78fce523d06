import { z } from 'zod'
import type { ConfigValue, MayBeNone } from '../../../core/application/config/columns'
import {
  overridable,
  type ConfigField,
  type ConfigFields,
  type OverridableName,
} from '../../../core/application/config/fields'
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
      const schema = field.kind === 'number' ? z.int() : z.record(z.string(), z.string())
      return [field.wire, mayLack(field) ? schema.optional() : schema]
    }),
  )

const defaultCapacitySchema = z.object({
  ...(capacityOf(({ kind, presence }) => kind === 'number' && presence === 'optional') as {
    [Name in OverridableName as ConfigFields[Name]['wire']]: MayBeNone<Name> extends true
      ? z.ZodOptional<Capacity<Name>>
      : Capacity<Name>
  }),
  /** Names of its variables and secrets, sorted. The configuration of the application has their values. */
  variableNames: z.array(z.string()),
})

/** A number is absent from an override that leaves the default as it is. */
const capacityOverrideSchema = z.object({
  ...(capacityOf(({ kind }) => kind === 'number') as {
    [Name in OverridableName as ConfigFields[Name]['wire']]: ConfigFields[Name]['kind'] extends 'number'
      ? z.ZodOptional<Capacity<Name>>
      : Capacity<Name>
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
