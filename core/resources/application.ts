import { z } from 'zod'
import { applicationLimits } from '../application/application-limits'
import { isDockerBaseUrl, isDockerTag } from '../application/docker-image'
import { isRegistryCredentials, registryCredentialsPattern } from '../application/registry-credentials'
import { isSecretReference } from '../application/secret-reference'
import { maximumSubdomainLength, subdomainPattern } from '../application/subdomain'
import { longest, most } from '../text/longest'
import { maximumResourceNameLength } from './metadata'
import { uniqueBy, withAtMost, withRule } from './rule'

/** Of one deployment. With more the API server finds the rules about their ports too costly. */
export const maximumApplications = 100

const id = () => z.string().min(1).max(maximumResourceNameLength)

export const subdomainSchema = withRule(z.string().max(maximumSubdomainLength), {
  holds: (subdomain) => subdomainPattern.test(subdomain),
  cel: `self.matches('${subdomainPattern.source}')`,
  message:
    'A subdomain has lower-case letters, numbers and single hyphens only, and starts and ends with a letter or number.',
})

export const exposedPortSchema = z.object({
  port: z.int().min(1).max(65535),
  subdomain: subdomainSchema.optional(),
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

/** One application as one deployment runs it: everything that is frozen when the deployment starts. */
export const applicationSpecSchema = z.object({
  applicationId: id(),
  name: z.string().min(1).max(longest.name),
  versionId: id(),
  versionName: z.string().min(1).max(longest.versionName),
  /** Image without its tag. */
  image: withRule(z.string().max(255), {
    holds: isDockerBaseUrl,
    cel: "self.matches('^[^\\\\s:@]+$')",
    message: 'An image is an address without blanks, colon and digest. Its tag is a field of its own.',
  }),
  tag: withRule(z.string().max(128), {
    holds: isDockerTag,
    cel: "self.matches('^[A-Za-z0-9_][A-Za-z0-9_.-]*$')",
    message: 'A tag has letters, numbers, underscores, periods and hyphens only, 128 at most.',
  }),
  /** Cores of one process. */
  cpu: z.number().positive().max(applicationLimits.cpuCount),
  /** Memory of one process, in units of 1,000,000 bytes. */
  memoryMb: z.int().positive().max(applicationLimits.memoryMb),
  count: z.int().min(0).max(applicationLimits.numProcesses),
  maxSpotPercentage: z.int().min(0).max(100),
  ports: exposedPortsSchema,
  roles: roleMapSchema,
  /** ARN of the secret that holds the login for the image's registry; none for public ones and ECR. */
  registryCredentials: registryCredentialsSchema.optional(),
  /** What processes get besides what SDO tells them; absent where there are none. Values are no secrets. */
  environmentVariables: environmentVariablesSchema.optional(),
  /** What the instance reads for a process when it starts, and nobody else; absent where there are none. */
  secrets: secretReferencesSchema.optional(),
})

export type ExposedPort = z.infer<typeof exposedPortSchema>
export type ApplicationSpec = z.infer<typeof applicationSpecSchema>
