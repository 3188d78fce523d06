import { homedir } from 'node:os'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { identityVariables, type Issuer } from '../app/identities/issuers'
import { tracingVariables, type TracingOptions } from '../core/tracing/tracing-options'
import { profiles, type ProfileName } from '../simulator/profiles/profiles'
import type { DockerSurroundings } from './containers/docker-places'

/** A fault that the person who started SDO can mend; shown as its message alone. */
export class StartError extends Error {
  override name = 'StartError'
}

export interface StandaloneOptions {
  /** 0 lets the system choose. */
  port: number
  /** Absolute path. */
  dataDir: string
  /** A Postgres of the user's instead of the bundled one. */
  databaseUrl?: string
  /** Where Docker is looked for. */
  docker: DockerSurroundings
  /** Script that records what people do on the site, to try that out; absent, nothing is recorded. */
  sessionRecordingUrl?: string
  /** The chat that the contact page offers; absent, there is none. */
  supportChatUrl?: string
  /** Whose identity tokens an integration user may trust. */
  issuers: Issuer[]
  /** Where spans of portal and controller go; nowhere without a collector. */
  tracing: TracingOptions
  /** What the accounts of the simulated AWS are like. */
  profile: ProfileName
  /** Start without the demo team. */
  isEmpty: boolean
  /** Started by `npm start`, which must not be outlived. */
  isRunByNpm: boolean
  /** Take up new builds of the site while running. */
  isDevelopment: boolean
  /** Show stack traces and log lines of the servers. */
  isDebug: boolean
}

/** Whether faults of ours are to be shown with everything we know about them. */
export const isDebugging = (environment: Record<string, string | undefined> = process.env): boolean =>
  Boolean(environment.SDO_DEBUG)

const checkout = fileURLToPath(new URL('..', import.meta.url))

const profileNames = Object.keys(profiles) as ProfileName[]

const schema = z.object({
  port: z
    .string()
    .default('3000')
    .refine(
      (port) => /^\d{1,5}$/.test(port) && Number(port) <= 65_535,
      'PORT (or --port) must be a whole number from 0 to 65535.',
    )
    .transform(Number),
  dataDir: z
    .string()
    .min(1, 'SDO_DATA_DIR (or --data-dir) must name a folder.')
    .default(resolve(checkout, '.data'))
    .transform((path) => resolve(path)),
  databaseUrl: z
    .url({ protocol: /^postgres(ql)?$/, error: 'DATABASE_URL must be a postgres:// address.' })
    .optional(),
  sessionRecordingUrl: z
    .url({ protocol: /^https$/, error: 'SESSION_RECORDING_URL must be an https:// address.' })
    .optional(),
  supportChatUrl: z
    .url({ protocol: /^https$/, error: 'SUPPORT_CHAT_URL must be an https:// address.' })
    .optional(),
  identities: z.object(identityVariables),
  tracing: z.object(tracingVariables),
  docker: z.object({
    dockerHost: z.string().optional(),
    home: z.string(),
    runtimeFolder: z.string().optional(),
  }),
  profile: z
    .enum(profileNames, `SDO_SIMULATION_PROFILE (or --profile) must be ${profileNames.join(' or ')}.`)
    .default('fast'),
  isEmpty: z.boolean(),
  isRunByNpm: z.boolean(),
  isDevelopment: z.boolean(),
  isDebug: z.boolean(),
})

/**
 * Reads flags and environment; a flag wins over the variable of the same meaning, an empty variable is none.
 *
 * @throws StartError that names every fault
 */
export function readOptions(
  commandLine: string[] = process.argv.slice(2),
  environment: Record<string, string | undefined> = process.env,
): StandaloneOptions {
  const flags = readFlags(commandLine)
  const parsed = schema.safeParse({
    port: flags.port ?? (environment.PORT || undefined),
    dataDir: flags['data-dir'] ?? (environment.SDO_DATA_DIR || undefined),
    databaseUrl: environment.DATABASE_URL || undefined,
    sessionRecordingUrl: environment.SESSION_RECORDING_URL || undefined,
    supportChatUrl: environment.SUPPORT_CHAT_URL || undefined,
    identities: { OIDC_ISSUERS: environment.OIDC_ISSUERS || undefined },
    tracing: environment,
    docker: {
      dockerHost: environment.DOCKER_HOST || undefined,
      home: homedir(),
      runtimeFolder: environment.XDG_RUNTIME_DIR || undefined,
    },
    profile: flags.profile ?? (environment.SDO_SIMULATION_PROFILE || undefined),
    isEmpty: flags.empty ?? false,
    isRunByNpm: environment.npm_lifecycle_event !== undefined,
    isDevelopment: environment.NODE_ENV === 'development',
    isDebug: isDebugging(environment),
  })
  if (parsed.success) {
    const { identities, ...options } = parsed.data
    return { ...options, issuers: identities.OIDC_ISSUERS }
  }
  throw new StartError(parsed.error.issues.map(sentenceOf).join('\n'))
}

/** The variables that are shared with other processes name what they must be, and not themselves. */
const sentenceOf = ({ path: [group, name], message }: z.core.$ZodIssue): string =>
  group === 'tracing' || group === 'identities' ? `${String(name)} ${message}.` : message

function readFlags(commandLine: string[]) {
  try {
    return parseArgs({
      args: commandLine,
      options: {
        port: { type: 'string' },
        'data-dir': { type: 'string' },
        profile: { type: 'string' },
        empty: { type: 'boolean' },
      },
    }).values
  } catch {
    throw new StartError(
      `Not understood: ${commandLine.join(' ')}. The flags are --port NUMBER, --data-dir FOLDER, --profile NAME and --empty.`,
    )
  }
}
