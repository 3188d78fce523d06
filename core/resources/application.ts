import { z } from 'zod'
import type { ConfigValue, MayBeNone } from '../application/config/columns'
import {
  configEntries,
  configFields,
  overridable,
  type ConfigField,
  type ConfigFieldName,
  type NumberField,
  type OverridableName,
} from '../application/config/fields'
import { isDockerTag } from '../application/docker-image'
import { isRegistryCredentials, registryCredentialsPattern } from '../application/registry-credentials'
import { isSecretReference } from '../application/secret-reference'
import { maximumSubdomainLength, portSubdomainPattern, subdomainPattern } from '../application/exposed-port'
import { longest, most } from '../text/longest'
import { maximumResourceNameLength } from './metadata'
import { containerSchema, healthCheckSchema, warningsSchema } from './run-settings'
import { uniqueBy, withAtMost, withRule } from './rule'

/** Most applications of one deployment. With more the API server finds the rules about their ports too costly. */
export const maximumApplications = 100

const id = () => z.string().min(1).max(maximumResourceNameLength)

export const subdomainSchema = withRule(z.string().max(maximumSubdomainLength), {
  holds: (subdomain) => subdomainPattern.test(subdomain),
  cel: `self.matches('${subdomainPattern.source}')`,
  message:
    'A subdomain has lower-case letters, numbers and single hyphens only, and starts and ends with a letter or number.',
})

const portSubdomainSchema = withRule(z.string().max(maximumSubdomainLength), {
  holds: (subdomain) => portSubdomainPattern.test(subdomain),
  cel: `self.matches('${portSubdomainPattern.source}')`,
  message:
    'A subdomain of a port has lower-case letters, numbers and single hyphens only, and starts and ends with a letter or number; or it is @ for the end of the names itself, or a wildcard: *, *.app.',
})

export const exposedPortSchema = z.object({
  port: z.int().min(1).max(65535).describe('Port on which a process listens, and its load balancer as well.'),
  subdomain: portSubdomainSchema
    .optional()
    .describe(
      'First part of the name that leads to the port, in hosted zones of the environment; @: no first part, and * for every one. Absent: the port has no name there.',
    ),
})

const exposedPortsSchema = withRule(uniqueBy(z.array(exposedPortSchema).max(most.exposedPorts), 'port'), {
  holds: (ports) => {
    const subdomains = ports.flatMap(({ subdomain }) => subdomain ?? [])
    return new Set(subdomains).size === subdomains.length
  },
  cel: 'self.all(a, !has(a.subdomain) || self.exists_one(b, has(b.subdomain) && a.subdomain == b.subdomain))',
  message: 'Each subdomain can be used only once.',
})

/** Role key to role ARN. */
const roleMapSchema = withAtMost(z.record(z.string(), z.string().max(longest.roleArn)), most.roles)

/** Name to value. Names are checked where people type them: the API server finds rules about names of a map too costly. */
const environmentVariablesSchema = withAtMost(
  z.record(z.string(), z.string().max(longest.variableValue)),
  most.variables,
)

export const secretReferenceSchema = z
  .string()
  .max(longest.secretReference)
  .refine(isSecretReference, 'A secret is the ARN of one whose name begins with sdo/secrets/.')

/** Name of a variable to the ARN of the secret that holds its value. */
const secretReferencesSchema = withAtMost(z.record(z.string(), secretReferenceSchema), most.variables)

export const registryCredentialsSchema = withRule(z.string().max(longest.registryCredentials), {
  holds: isRegistryCredentials,
  cel: `self.matches('${registryCredentialsPattern}')`,
  message:
    'Registry credentials are the ARN of a secret or parameter whose name begins with sdo/registries/.',
})

/** Names the bytes of an image, where a tag may move. */
export const imageDigestSchema = z
  .string()
  .max(71)
  .regex(/^sha256:[0-9a-f]{64}$/)

/** What it says is checked where people type it: the API server knows neither cron nor time zones. */
export const scheduleSchema = z
  .array(
    z.object({
      start: z.string().max(longest.cron).describe('When it begins: five fields of cron.'),
      end: z.string().max(longest.cron).describe('When it ends, as well.'),
      timeZone: z
        .string()
        .max(longest.timeZone)
        .describe('By whose clock: a name of the IANA time zone database, such as Europe/Berlin.'),
      processes: z
        .int()
        .min(1)
        .max(configFields.schedule.processes.range.most)
        .describe('How many processes there are at least.'),
    }),
  )
  .max(most.scheduleEntries)

/** Fields of a configuration whose schema is more than their kind says. */
const ownSchemas = {
  image: withRule(z.string().max(255), {
    // What was deployed before the portal read images by Docker's own rule is still to be read.
    holds: (image) => /^[^\s@]+$/.test(image),
    cel: "self.matches('^[^\\\\s@]+$')",
    message: 'An image is an address without blanks and digest. Its tag is a field of its own.',
  }),
  ports: exposedPortsSchema,
  roles: roleMapSchema,
  schedule: scheduleSchema.optional(),
  registryCredentials: registryCredentialsSchema.optional(),
  healthCheck: healthCheckSchema.optional(),
  container: containerSchema.optional(),
  warnings: warningsSchema.optional(),
  environmentVariables: environmentVariablesSchema.optional(),
  secrets: secretReferencesSchema.optional(),
}

type Own = typeof ownSchemas
type ConfigShape = {
  [Name in ConfigFieldName]: Name extends keyof Own
    ? Own[Name]
    : MayBeNone<Name> extends true
      ? z.ZodOptional<z.ZodType<ConfigValue<Name>>>
      : z.ZodType<ConfigValue<Name>>
}

/** How an application is configured: each field as its kind says, or by a schema of its own. */
const configShape = Object.fromEntries(
  configEntries.map(([name, field]) => [name, schemaOf(name, field).describe(field.description)]),
) as ConfigShape
const { image, ...furtherShape } = configShape

function schemaOf(name: ConfigFieldName, field: ConfigField): z.ZodType {
  if (name in ownSchemas) return ownSchemas[name as keyof Own]
  const schema = ofKind(field)
  return field.presence === 'optional' ? schema.optional() : schema
}

function ofKind(field: ConfigField): z.ZodType {
  switch (field.kind) {
    case 'number':
      return numberSchema(field)
    case 'text':
      return z
        .string()
        .max(field.longest)
        .refine((text) => field.fault(text) === undefined, `${field.label} is none.`)
    default:
      throw new Error(`A field of the kind ${field.kind} needs a schema of its own.`)
  }
}

/** A number as an application or an environment may have it. */
function numberSchema({ isWhole, range, override }: NumberField): z.ZodType {
  const schema = (isWhole ? z.int() : z.number()).max(range.most)
  const { from } = { ...range, ...override?.range } as { from?: number }
  return from === undefined ? schema.positive() : schema.min(from)
}

/** What an environment can have of its own, which is all optional. */
export const overrideShape = Object.fromEntries(
  overridable.map(([name, field]) => [
    name,
    (field.kind === 'number' ? numberSchema(field) : ownSchemas[name as keyof Own])
      .optional()
      .describe(field.override?.description ?? ''),
  ]),
) as { [Name in OverridableName]: z.ZodOptional<z.ZodType<ConfigValue<Name>>> }

/** An application as one deployment runs it, frozen when the deployment starts. */
export const applicationSpecSchema = z.object({
  applicationId: id().describe('Id of the application in the portal. Each can be there once.'),
  name: z.string().min(1).max(longest.name).describe('Name of the application, for people.'),
  versionId: id().describe('Id of the version in the portal.'),
  versionName: z.string().min(1).max(longest.versionName).describe('Name of the version, for people.'),
  image,
  tag: withRule(z.string().max(128), {
    holds: isDockerTag,
    cel: "self.matches('^([A-Za-z0-9_][A-Za-z0-9_.-]*|sha256:[0-9a-f]{64})$')",
    message:
      'A tag has letters, numbers, underscores, periods and hyphens only, 128 at most; or it is a digest.',
  }).describe('Tag of the image, or its digest.'),
  digest: imageDigestSchema
    .optional()
    .describe(
      'Digest of the image, as it was approved or declared: this is pulled, wherever its tag moved. Absent: what the tag means.',
    ),
  restartEpoch: z
    .int()
    .optional()
    .describe('When new processes of it were asked for without another change, in milliseconds.'),
  ...furtherShape,
})

export type { ExposedPort } from '../application/config/columns'
export type ApplicationSpec = z.infer<typeof applicationSpecSchema>
