import { existsSync } from 'node:fs'
import { delimiter } from 'node:path'
import { z } from 'zod'
import { databaseUrlSchema } from '../core/start/database-url'
import { readSecretFiles } from '../core/start/secret-files'
import { parseResolver } from './delegation/resolvers'
import { findUnknownVariables } from '../core/start/unknown-variables'
import { EnvironmentFault } from '../core/start/start-fault'
import { tracingSecrets, tracingVariables } from '../core/tracing/tracing-options'

/** Text in a form that the message names, also when it is not given at all. */
const text = (pattern: RegExp, message: string) => z.string(message).regex(pattern, message)

const port = z.coerce
  .number('must be a port')
  .int('must be a port')
  .min(1, 'must be a port')
  .max(65_535, 'must be a port')
const keyMessage =
  'must be 32 bytes in base64 (openssl rand -base64 32), or several such keys, each once, separated by commas, or MASTER_KEY_FILE a file with them'
const cidrsMessage = 'must be IPv4 ranges, separated by commas: 203.0.113.0/28'
/** Nobody's network is larger than 10.0.0.0/8. */
const shortestPrefix = 8
const wideMessage = `must be ranges from which the controller itself comes, each /${shortestPrefix} or smaller: whoever is in them reaches the agents`
const resolversMessage = 'must be addresses of DNS resolvers, separated by commas: 192.0.2.53,198.51.100.53'
const kubeconfigMessage = 'must name the kubeconfig file of the cluster, unless the controller runs in it'

const optionsSchema = z.object({
  DATABASE_URL: databaseUrlSchema,
  /** AWS account in which the platform runs; customers' roles trust it. */
  PLATFORM_ACCOUNT_NUMBER: text(/^\d{12}$/, 'must be the 12 digits of an AWS account'),
  /**
   * Of which the key of every instance's agent is derived: of the first for new instances, while agents may hold that of any. Losing them
   * means losing touch with all instances.
   */
  MASTER_KEY: z
    .string(keyMessage)
    .transform((list) => list.split(',').map((key) => key.trim()))
    .refine((keys) => keys.every((key) => /^[\w+/]{43}=$/.test(key)), keyMessage)
    .refine((keys) => new Set(keys).size === keys.length, keyMessage)
    .transform((keys) => keys.map((key) => Buffer.from(key, 'base64')) as [Buffer, ...Buffer[]]),
  /** Ranges of addresses from which the controller reaches the agents; instances let nobody else at them. */
  CONTROL_CIDRS: z
    .string(cidrsMessage)
    .transform((list) => list.split(',').map((cidr) => cidr.trim()))
    .pipe(z.array(z.cidrv4(cidrsMessage)).min(1))
    .refine((cidrs) => cidrs.every((cidr) => Number(cidr.split('/')[1]) >= shortestPrefix), wideMessage),
  /** Resolvers that find the name servers of hosted zones' parents; default: those of the machine. */
  DNS_RESOLVERS: z
    .string()
    .transform((list) => list.split(',').map(parseResolver))
    .refine((servers) => servers.every(Boolean), resolversMessage)
    .transform((servers) => servers.flatMap((server) => server ?? []))
    .optional(),
  AGENT_BUNDLE_URL: z.url({ protocol: /^https$/, error: 'must be the https address of the agent bundle' }),
  AGENT_BUNDLE_SHA256: text(/^[0-9a-f]{64}$/, 'must be the SHA-256 of the agent bundle, in hex'),
  /** How the cluster is reached; a pod of the cluster needs none. */
  KUBECONFIG: z
    .string(kubeconfigMessage)
    .refine((paths) => paths.split(delimiter).some((path) => existsSync(path)), kubeconfigMessage)
    .optional(),
  /** Namespace of the resources. */
  NAMESPACE: text(/^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$/, 'must be a Kubernetes namespace').default('sdo'),
  /** Host of the health and metrics endpoints. */
  HEALTH_HOST: z.string().default('127.0.0.1'),
  HEALTH_PORT: port.default(8081),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace']).default('info'),
  ...tracingVariables,
})

/** All that the controller may be told. */
export const variableNames = Object.keys(optionsSchema.shape)

/** What looks like one of them and is none. */
export const unknownVariables = (environment: Record<string, string | undefined> = process.env) =>
  findUnknownVariables(environment, variableNames)

export type Options = z.infer<typeof optionsSchema>

/** The controller's environment, checked. @throws EnvironmentFault that names every fault at once, without values */
export function readOptions(environment: Record<string, string | undefined> = process.env): Options {
  const secrets = readSecretFiles(environment, ['DATABASE_URL', 'MASTER_KEY', ...tracingSecrets])
  const parsed = optionsSchema.safeParse({
    ...secrets.environment,
    // Kubernetes sets the other one in every pod.
    KUBECONFIG: environment.KUBECONFIG ?? (environment.KUBERNETES_SERVICE_HOST ? undefined : ''),
  })
  if (parsed.success) return parsed.data
  const faults = parsed.error.issues.map(({ path, message }) => {
    const name = String(path[0])
    return `${name}: ${secrets.faults.get(name) ?? message}`
  })
  throw new EnvironmentFault('controller', [...new Set(faults)])
}
