import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { agentBootstrapSchema } from '../core/agent/protocol'

/** Why the agent cannot start: one sentence for each fault. */
export class BootstrapError extends Error {
  override name = 'BootstrapError'
  constructor(readonly faults: string[]) {
    super(faults.join('\n'))
  }
}

const keyBytes = 32

/** The bootstrap that this build of the agent can start with; the protocol's schema is what may be asked of it. */
const acceptedSchema = agentBootstrapSchema.extend({
  key: z
    .string()
    .refine((key) => Buffer.from(key, 'base64').length === keyBytes, `must be ${keyBytes} bytes in base64`),
  listenHost: z.string().min(1),
  listenPort: z.int().min(0).max(65_535),
})

export interface AcceptedBootstrap extends z.infer<typeof acceptedSchema> {
  /** Path of the state for the next agent, beside the bootstrap. */
  stateFile: string
  /** Path of the key that the controller gave since, beside the bootstrap. */
  keyFile: string
  /** The file that it was read from. */
  file: string
  /** The folder with the releases of the agent, if it can give way to another. */
  releaseFolder: string | undefined
  /** Whether the start is only to show that the agent could start. */
  isCheck: boolean
}

/** Reads the file that `--bootstrap FILE` names. Throws BootstrapError with every fault at once. */
export function readBootstrap(commandLine: string[]): AcceptedBootstrap {
  const { file, releaseFolder, isCheck } = readCommandLine(commandLine)
  let content: unknown
  try {
    content = JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    // A syntax error quotes what it read, and the file holds the key.
    const reason = error instanceof SyntaxError ? 'It is not JSON' : String(error)
    throw new BootstrapError([`The bootstrap file ${file} cannot be read: ${reason}.`])
  }
  const parsed = acceptedSchema.safeParse(content)
  if (parsed.success)
    return {
      ...parsed.data,
      file,
      releaseFolder,
      isCheck,
      keyFile: `${file}.key`,
      stateFile: join(dirname(file), 'state.json'),
    }
  throw new BootstrapError(
    parsed.error.issues.map(
      ({ path, message }) => `The bootstrap file ${file}: ${path.join('.') || 'content'}: ${message}.`,
    ),
  )
}

function readCommandLine(commandLine: string[]) {
  try {
    const { values } = parseArgs({
      args: commandLine,
      options: { bootstrap: { type: 'string' }, releases: { type: 'string' }, check: { type: 'boolean' } },
    })
    const { bootstrap, releases, check = false } = values
    if (bootstrap) return { file: bootstrap, releaseFolder: releases, isCheck: check }
  } catch (error) {
    throw new BootstrapError([error instanceof Error ? error.message : String(error)])
  }
  throw new BootstrapError(['Say where the bootstrap file is: --bootstrap FILE.'])
}
