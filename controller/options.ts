import { z } from 'zod'

const port = z.coerce.number('must be a port').int().min(1).max(65_535)

const optionsSchema = z.object({
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/, error: 'must be a postgres:// address' }),
  /** AWS account in which the platform runs; customers' roles trust it. */
  PLATFORM_ACCOUNT_NUMBER: z.string().regex(/^\d{12}$/, 'must be the 12 digits of an AWS account'),
  /** Of which the key of every instance's agent is derived. Losing it means losing touch with all instances. */
  MASTER_KEY: z
    .base64('must be 32 bytes in base64 (openssl rand -base64 32)')
    .transform((text) => Buffer.from(text, 'base64'))
    .refine((key) => key.length === 32, 'must be 32 bytes in base64 (openssl rand -base64 32)'),
  /** From where the controller reaches the agents; instances let nobody else at them. */
  CONTROL_CIDRS: z
    .string()
    .transform((text) => text.split(',').map((cidr) => cidr.trim()))
    .pipe(z.array(z.cidrv4('must be IPv4 ranges, separated by commas: 203.0.113.0/28')).min(1)),
  AGENT_BUNDLE_URL: z.url({ protocol: /^https$/, error: 'must be the https address of the agent bundle' }),
  AGENT_BUNDLE_SHA256: z
    .string()
    .regex(/^[0-9a-f]{64}$/, 'must be the SHA-256 of the agent bundle, in hex')
    .optional(),
  /** Where the resources are. */
  NAMESPACE: z
    .string()
    .regex(/^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$/, 'must be a Kubernetes namespace')
    .default('sdo'),
  /** Of the health and metrics endpoints. */
  HEALTH_HOST: z.string().default('127.0.0.1'),
  HEALTH_PORT: port.default(8081),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace']).default('info'),
})

export type Options = z.infer<typeof optionsSchema>

/** The controller's environment, checked. @throws Error that names every fault at once, without values */
export function readOptions(environment: Record<string, string | undefined> = process.env): Options {
  const parsed = optionsSchema.safeParse(environment)
  if (parsed.success) return parsed.data
  const faults = parsed.error.issues.map(({ path, message }) => `  ${String(path[0])}: ${message}`)
  throw new Error(`The controller cannot start with this environment:\n${[...new Set(faults)].join('\n')}`)
}
