import { z } from 'zod'
import type { ConfigValue, MayBeNone } from '../../../core/application/config/columns'
import {
  byWire,
  mayBeNone,
  type ConfigField,
  type ConfigFieldName,
  type ConfigFields,
} from '../../../core/application/config/fields'
import type { SettingPart, SettingsOf } from '../../../core/application/run-settings'
import { applicationTypes } from '../../../core/application/application-type'
import { exposedPortSchema, scheduleSchema } from '../../../core/resources/application'
import { completeSchemaOf } from '../../../core/resources/run-settings'
import { nextCursorSchema } from '../answers/pages'
import { deploymentStateSchema } from '../deployments/deployment-views'
import { priceDifferenceSchema } from '../deployments/change-effects-views'
import { awaitedConfigurationSchema } from '../environment-contents/awaited-configuration-views'

/** Applications and their versions, as pages and /v1 show them. */
export const applicationListSchema = z.object({
  applications: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      /** Environments in which the application is live. */
      live: z.array(
        z.object({
          environmentId: z.string(),
          environmentName: z.string(),
          versionName: z.string(),
          /** Of those wanted; a spare counts for none. */
          numHealthy: z.int(),
          numWanted: z.int(),
          /** Whether a process of it is in a crash loop, also while that is up in between. */
          isUnstable: z.boolean(),
        }),
      ),
      /** Absent where it has none. */
      newestVersion: z.object({ name: z.string(), createdEpoch: z.int() }).optional(),
      /** The last that changed it; absent where there was none. */
      lastDeployment: z
        .object({
          id: z.string(),
          environmentId: z.string(),
          sequence: z.int(),
          state: deploymentStateSchema,
          askedEpoch: z.int(),
          /** Whether it took the application away. */
          isRemoval: z.boolean(),
          /** Whether somebody wanted it to end before it served. */
          isStopped: z.boolean(),
        })
        .optional(),
    }),
  ),
  nextCursor: nextCursorSchema,
})

export const applicationCreatedSchema = z.object({ id: z.string(), integrationId: z.string() })

/** Whether an application can be deleted, and what keeps it. */
const deletionSchema = z.object({
  isPossible: z.boolean(),
  /** Environments that it runs in or is to run in, by name. */
  runsIn: z.array(z.object({ id: z.string(), name: z.string() })),
  /** When its newest version is no longer too new; absent where it is not. */
  possibleFromEpoch: z.int().optional(),
})

export const applicationDetailSchema = z.object({
  id: z.string(),
  name: z.string(),
  integrationId: z.string(),
  /** Name of another application that has the same variables, from before that was refused. */
  sharesVariablesWith: z.string().optional(),
  environments: z.array(z.object({ id: z.string(), name: z.string(), autoDeployTarget: z.boolean() })),
  deletion: deletionSchema,
})

type Shown<Name extends ConfigFieldName> = z.ZodType<
  Name extends SettingPart ? Required<SettingsOf<Name>> : ConfigValue<Name>
>

/** The fields of a configuration, as they are shown. */
const configShape = byWire((field, name) => {
  const schema = shownSchema(field, name)
  return mayBeNone(field) ? schema.optional() : schema
}) as {
  [Name in ConfigFieldName as ConfigFields[Name]['wire']]: MayBeNone<Name> extends true
    ? z.ZodOptional<Shown<Name>>
    : Shown<Name>
}

function shownSchema(field: ConfigField, name: ConfigFieldName): z.ZodType {
  switch (field.kind) {
    case 'number':
      return field.isWhole ? z.int() : z.number()
    case 'text':
      return z.string()
    case 'ports':
      return z.array(exposedPortSchema)
    case 'schedule':
      return scheduleSchema
    case 'settings':
      return completeSchemaOf(name as SettingPart)
    default:
      return z.record(z.string(), z.string())
  }
}

export const applicationConfigSchema = z.object({
  id: z.string(),
  applicationName: z.string(),
  type: z.enum(applicationTypes),
  ...configShape,
  /** Of all of this: a write that sends it is refused where somebody changed something since. */
  revision: z.string(),
})

/** Newest first. */
export const applicationVersionsSchema = z.object({
  versions: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      dockerTag: z.string(),
      createdEpoch: z.int(),
      autoDeploy: z.boolean(),
      /** Where what it was built from can be read; absent where nobody said. */
      sourceUrl: z.string().optional(),
    }),
  ),
  nextCursor: nextCursorSchema,
})

/** Where an application is live, by name of the environment. */
export const applicationDeploymentsSchema = z.object({
  deployments: z.array(
    z.object({
      environmentId: z.string(),
      environmentName: z.string(),
      versionName: z.string(),
      versionTag: z.string(),
      /** Where what it was built from can be read; absent where nobody said. */
      sourceUrl: z.string().optional(),
      /** Digest of the image that the tag means there, once it was pulled. */
      imageDigest: z.string().optional(),
      deployedAtEpoch: z.int(),
      /** Name of the person or integration user who deployed it; absent where they are gone. */
      deployedBy: z.string().optional(),
      /** Whether the version was deployed with its declaration, without anybody deploying it. */
      isAutoDeployed: z.boolean(),
      targetNumProcesses: z.int(),
      /** Configuration changed since, which waits for a deployment; absent where none does, or where one was asked for. */
      awaitedConfiguration: awaitedConfigurationSchema.optional(),
    }),
  ),
})

export const applicationDeletedSchema = z.object({
  success: z.boolean(),
  /** `true` stands in the refusal, with the status 404, and 401 or 403. */
  notFound: z.literal(false),
  permissionDenied: z.literal(false),
  /** Why it was not deleted: the rule, and what of it is not met. */
  message: z.string().optional(),
  deletion: deletionSchema.optional(),
})

export const versionDeclareIndexSchema = z.object({
  id: z.string(),
  name: z.string(),
  integrationId: z.string(),
  dockerBaseUrl: z.string(),
  allowAutoDeploy: z.boolean(),
  autoDeployEnvironmentName: z.string().optional(),
})

export const versionDeclaredSchema = z.object({
  id: z.string(),
  /** Present where the tag was declared before: the id is that version's. */
  alreadyDeclared: z.literal(true).optional(),
  /** Whether its deployment to the auto deploy environment has been queued; the message says where, or why not. */
  autoDeployed: z.boolean(),
  deploymentId: z.string().optional(),
  /** USD an hour at most, before and after: present where it was not deployed because nobody confirmed that, with `approveCost`. */
  costStep: priceDifferenceSchema.optional(),
  message: z.string(),
})

export type ApplicationList = z.infer<typeof applicationListSchema>
export type ApplicationCreated = z.infer<typeof applicationCreatedSchema>
export type ApplicationDetail = z.infer<typeof applicationDetailSchema>
export type ApplicationConfig = z.infer<typeof applicationConfigSchema>
export type ApplicationVersions = z.infer<typeof applicationVersionsSchema>
export type ApplicationDeployments = z.infer<typeof applicationDeploymentsSchema>
export type ApplicationDeleted = z.infer<typeof applicationDeletedSchema>
export type VersionDeclareIndex = z.infer<typeof versionDeclareIndexSchema>
export type VersionDeclared = z.infer<typeof versionDeclaredSchema>
