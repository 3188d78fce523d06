import { z } from 'zod'
import { actionPattern } from '../core/github/workflow'
import { databaseUrlSchema } from '../core/start/database-url'
import { readSecretFiles } from '../core/start/secret-files'
import { EnvironmentFault } from '../core/start/start-fault'
import { findUnknownVariables } from '../core/start/unknown-variables'
import { tracingSecrets, tracingVariables } from '../core/tracing/tracing-options'
import { identityVariables } from './identities/issuers'
import { readSender } from './mail/sender'
import { readSmtpUrl } from './mail/smtp-settings'
import { readBy } from './read-by'
import { quotaTable, type QuotaName } from './services/quotas/quotas'
import { readKeyRing } from './services/secrets/key-ring'
import { isLoopbackHost } from '../core/start/loopback-host'

const flag = z.enum(['true', 'false']).transform((text) => text === 'true')

const quota = (name: QuotaName) =>
  z.coerce
    .number('must be a number')
    .int('must be a whole number')
    .min(1, 'must be at least 1')
    .max(100_000, 'must be at most 100000')
    .default(quotaTable[name].usual)

const optionsSchema = z.object({
  /** Libraries read it themselves; otherwise they tell whoever asks more about a fault than is good. */
  NODE_ENV: z.literal('production', 'must be production'),
  DATABASE_URL: databaseUrlSchema,
  /** Where people reach the portal; by http on this machine alone, for cookies and passwords would be sent in the clear. */
  PUBLIC_URL: z
    .url({ protocol: /^https?$/, error: 'must be the https address of the portal' })
    .refine((address) => {
      const { protocol, hostname } = new URL(address)
      return protocol === 'https:' || isLoopbackHost(hostname)
    }, 'must be an https address, unless the portal is for this machine alone')
    .refine((address) => {
      const { origin, href } = new URL(address)
      return href === `${origin}/`
    }, 'must be an address without path, user and query, https://sdo.example.com: the portal has a host name of its own'),
  /** AWS account in which the platform runs; customers' roles trust it. */
  PLATFORM_ACCOUNT_NUMBER: z
    .string('must be the 12 digits of an AWS account')
    .regex(/^\d{12}$/, 'must be the 12 digits of an AWS account'),
  /** The server that takes mails, with user and password. */
  SMTP_URL: readBy(readSmtpUrl),
  /** From whom mails come. */
  MAIL_FROM: readBy(readSender),
  /** Address of whoever reads what is written on the contact page. */
  SUPPORT_EMAIL: z.email('must be the e-mail address of support'),
  /** Where people can chat with support; without it the site offers no chat. */
  SUPPORT_CHAT_URL: z.url({ protocol: /^https$/, error: 'must be an https address' }).optional(),
  /** Script of a session-recording service; without it nothing is recorded. */
  SESSION_RECORDING_URL: z.url({ protocol: /^https$/, error: 'must be an https address' }).optional(),
  /** The action of SDO on GitHub that the documentation names, for workflows of customers. */
  DEPLOY_ACTION: z
    .string()
    .regex(actionPattern, 'must be an action on GitHub and its ref, acme/sdo/.github/actions/deploy@v1')
    .optional(),
  /** Keys that encrypt the secrets of authenticator apps in the database. Losing them means that nobody with one gets in. */
  AUTHENTICATOR_KEYS: readBy(
    readKeyRing,
    'must be given, an id and 32 bytes in base64, 2027:… (openssl rand -base64 32), or AUTHENTICATOR_KEYS_FILE a file with it',
  ),
  HOST: z.string().default('0.0.0.0'),
  PORT: z.coerce.number('must be a port').int().min(1).max(65_535).default(3000),
  /** Host of the health and metrics endpoints, which are not for the public. */
  HEALTH_HOST: z.string().default('127.0.0.1'),
  HEALTH_PORT: z.coerce.number('must be a port').int().min(1).max(65_535).default(8082),
  REGISTRATION_OPEN: flag.default(true),
  /** How many proxies in front add to X-Forwarded-For. */
  TRUSTED_PROXIES: z.coerce.number('must be a number').int().min(0).default(0),
  // What a team may have at most; docs/operations.md says more.
  QUOTA_APPLICATIONS: quota('applications'),
  QUOTA_VERSIONS_PER_DAY: quota('versionsPerDay'),
  QUOTA_PORTS: quota('portsPerApplication'),
  QUOTA_ROLES: quota('rolesPerApplication'),
  QUOTA_ENVIRONMENTS: quota('environments'),
  QUOTA_OVERRIDES: quota('overridesPerEnvironment'),
  QUOTA_QUEUED_DEPLOYMENTS: quota('queuedDeployments'),
  QUOTA_AWS_ACCOUNTS: quota('awsAccounts'),
  QUOTA_HOSTED_ZONES: quota('hostedZones'),
  QUOTA_EXTERNAL_NETWORKS: quota('externalNetworks'),
  QUOTA_PEOPLE: quota('people'),
  QUOTA_INTEGRATION_USERS: quota('integrationUsers'),
  QUOTA_TOKENS: quota('tokensPerIntegrationUser'),
  QUOTA_TRUSTS: quota('trustsPerIntegrationUser'),
  ...identityVariables,
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace']).default('info'),
  ...tracingVariables,
})

/** Variables that may be given as a file instead. */
const secretNames = ['DATABASE_URL', 'SMTP_URL', 'AUTHENTICATOR_KEYS', ...tracingSecrets]

/** All that the portal may be told. */
export const variableNames = Object.keys(optionsSchema.shape)

/** What looks like one of them and is none. */
export const unknownVariables = (environment: Record<string, string | undefined> = process.env) =>
  findUnknownVariables(environment, variableNames)

export type Options = z.infer<typeof optionsSchema>

/** The app's environment, checked. @throws EnvironmentFault that names every fault at once */
export function readOptions(environment: Record<string, string | undefined> = process.env): Options {
  const secrets = readSecretFiles(environment, secretNames)
  const parsed = optionsSchema.safeParse(secrets.environment)
  if (parsed.success) return parsed.data
  const faults = parsed.error.issues.map(({ path, message }) => {
    const name = path.join('.')
    return `${name}: ${secrets.faults.get(name) ?? message}`
  })
  throw new EnvironmentFault('portal', faults)
}
