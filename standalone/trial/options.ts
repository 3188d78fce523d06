import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { isDebugging, StartError } from '../options'
import type { TrialImage } from './run/step'

export interface TrialOptions {
  /** `teardown` removes what an earlier run left. */
  command: 'run' | 'teardown'
  /** Of the shared configuration of AWS. */
  profile: string
  zoneId?: string
  image: TrialImage
  /** The address from which this machine reaches instances, if it is not the one that AWS sees. */
  address?: string
  /** Begin without asking. */
  isAgreed: boolean
  /** Absolute path. */
  dataDir: string
  isDebug: boolean
}

const checkout = fileURLToPath(new URL('..', import.meta.url))

const usage = `npm run trial -- [teardown] --profile NAME [--zone-id Z] [--image NAME:TAG --image-port PORT --health-path PATH]
  [--address ADDRESS] [--data-dir FOLDER] [--yes]`

const schema = z.object({
  command: z.enum(['run', 'teardown'], 'The one command is teardown.'),
  profile: z
    .string('--profile must name a profile of AWS, whose account is the sandbox.')
    .min(1, '--profile must name a profile of AWS, whose account is the sandbox.'),
  zoneId: z
    .string()
    .regex(/^Z[0-9A-Z]{1,31}$/, '--zone-id must be the id of a hosted zone: Z0123456789ABCDEFGHIJ.')
    .optional(),
  image: z
    .string()
    .regex(/^[^\s:]+(?::\d+\/[^\s:]+)?:[\w.-]+$/, '--image must be a public image with its tag: NAME:TAG.'),
  port: z.coerce
    .number('--image-port must be a port.')
    .int('--image-port must be a port.')
    .min(1)
    .max(65_535),
  healthPath: z.string().startsWith('/', '--health-path must begin with /.'),
  address: z.ipv4('--address must be an IPv4 address.').optional(),
  dataDir: z.string().transform((path) => resolve(path)),
})

/** A server of static pages that AWS publishes for arm64 without a login, and that needs no right of its own. */
const defaultImage = {
  image: 'public.ecr.aws/docker/library/httpd:2.4-alpine',
  port: '80',
  healthPath: '/',
}

/** @throws StartError that names every fault */
export function readTrialOptions(
  commandLine: string[] = process.argv.slice(2),
  environment: Record<string, string | undefined> = process.env,
): TrialOptions {
  const { values, positionals } = readFlags(commandLine)
  const parsed = schema.safeParse({
    command: positionals.length > 1 ? positionals.join(' ') : (positionals[0] ?? 'run'),
    profile: values.profile,
    zoneId: values['zone-id'],
    image: values.image ?? defaultImage.image,
    port: values['image-port'] ?? defaultImage.port,
    healthPath: values['health-path'] ?? defaultImage.healthPath,
    address: values.address,
    dataDir: values['data-dir'] ?? resolve(checkout, '.data', 'trial'),
  })
  if (!parsed.success)
    throw new StartError([...parsed.error.issues.map(({ message }) => message), usage].join('\n'))
  const { image, port, healthPath, ...rest } = parsed.data
  const tagAt = image.lastIndexOf(':')
  return {
    ...rest,
    image: { name: image.slice(0, tagAt), tag: image.slice(tagAt + 1), port, healthPath },
    isAgreed: values.yes ?? false,
    isDebug: isDebugging(environment),
  }
}

function readFlags(args: string[]) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        profile: { type: 'string' },
        'zone-id': { type: 'string' },
        image: { type: 'string' },
        'image-port': { type: 'string' },
        'health-path': { type: 'string' },
        address: { type: 'string' },
        'data-dir': { type: 'string' },
        yes: { type: 'boolean' },
      },
    })
  } catch {
    throw new StartError(`Not understood: ${args.join(' ')}.\n${usage}`)
  }
}
