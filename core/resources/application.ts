import { z } from 'zod'
import { applicationLimits } from '../application/application-limits'
import { isDockerTag } from '../application/docker-image'
import { isRegistryCredentials, registryCredentialsPattern } from '../application/registry-credentials'
import { isSecretReference } from '../application/secret-reference'
import { maximumSubdomainLength, portSubdomainPattern, subdomainPattern } from '../application/subdomain'
import { longest, most } from '../text/longest'
import { maximumResourceNameLength } from './metadata'
import { containerSchema, healthCheckSchema } from './run-settings'
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
export const roleMapSchema = withAtMost(z.record(z.string(), z.string().max(longest.roleArn)), most.roles)

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

/** An application as one deployment runs it, frozen when the deployment starts. */
export const applicationSpecSchema = z.object({
  applicationId: id().describe('Id of the application in the portal. Each can be there once.'),
  name: z.string().min(1).max(longest.name).describe('Name of the application, for people.'),
  versionId: id().describe('Id of the version in the portal.'),
  versionName: z.string().min(1).max(longest.versionName).describe('Name of the version, for people.'),
  image: withRule(z.string().max(255), {
    // What was deployed before the portal read images by Docker's own rule is still to be read.
    holds: (image) => /^[^\s@]+$/.test(image),
    cel: "self.matches('^[^\\\\s@]+$')",
    message: 'An image is an address without blanks and digest. Its tag is a field of its own.',
  }).describe('Image without its tag.'),
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
  cpu: z.number().positive().max(applicationLimits.cpuCount).describe('Cores of one process.'),
  memoryMb: z
    .int()
    .positive()
    .max(applicationLimits.memoryMb)
    .describe('Memory of one process, in units of 1,000,000 bytes.'),
  count: z
    .int()
    .min(0)
    .max(applicationLimits.numProcesses)
    .describe('How many processes are to run. An override of the environment may say another number.'),
  maxSpotPercentage: z
    .int()
    .min(0)
    .max(100)
    .describe(
      'How many of the processes may run on Spot instances, in percent. The strategy of the environment may allow fewer.',
    ),
  ports: exposedPortsSchema.describe(
    'Ports that are reached from outside, each by a load balancer of its own.',
  ),
  roles: roleMapSchema.describe('IAM roles that processes can take, by key: the ARN of each.'),
  registryCredentials: registryCredentialsSchema
    .optional()
    .describe(
      `ARN of the secret that holds the login for the image's registry; none for public ones and ECR.`,
    ),
  healthCheck: healthCheckSchema
    .optional()
    .describe('How processes are asked whether they are well, where that is not as by default.'),
  container: containerSchema
    .optional()
    .describe('How containers are run and ended, where that is not as by default.'),
  environmentVariables: environmentVariablesSchema
    .optional()
    .describe(
      'What processes get besides what SDO tells them; absent where there are none. Values are no secrets.',
    ),
  secrets: secretReferencesSchema
    .optional()
    .describe(
      'What the instance reads for a process when it starts, and nobody else; absent where there are none.',
    ),
})

export type ExposedPort = z.infer<typeof exposedPortSchema>
export type ApplicationSpec = z.infer<typeof applicationSpecSchema>
