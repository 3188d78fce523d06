import type { Logger } from '../logging/logger'

/** Why a program cannot start, and what whoever runs it can do about it. Both are sentences without secrets. */
export class StartFault extends Error {
  override name = 'StartFault'

  constructor(
    readonly problem: string,
    readonly remedy: string,
    options: { cause?: unknown } = {},
  ) {
    super(`${problem} ${remedy}`, options)
  }
}

/** Variables that are missing or wrong, each with what it must be. */
export class EnvironmentFault extends StartFault {
  constructor(
    program: string,
    readonly faults: string[],
  ) {
    const list = faults.map((fault) => `  ${fault}`).join('\n')
    super(
      `The ${program} cannot start with this environment:\n${list}\n`,
      'Set these variables: docs/operations.md says what they mean.',
    )
  }
}

/** Codes of faults that pass by themselves: whoever is asked is away, or not ready yet. */
const passingCodes = [
  'ECONNREFUSED',
  'ECONNRESET',
  'ETIMEDOUT',
  'EPIPE',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  // Postgres starts, stops, or has no connection left.
  '57P01',
  '57P02',
  '57P03',
  '53300',
]

const remedies: Record<string, readonly [problem: string, remedy: string]> = {
  '28P01': [
    'Postgres refuses the user and password of DATABASE_URL.',
    'Correct them there, or in the file that DATABASE_URL_FILE names.',
  ],
  '28000': ['Postgres refuses the user of DATABASE_URL.', 'Correct it there, or let pg_hba.conf admit it.'],
  '3D000': [
    'The database that DATABASE_URL names does not exist.',
    'Create it, then run: node build/migrate.js',
  ],
  '42P01': ['The database has no schema.', 'Run: node build/migrate.js'],
  '42501': [
    'The user of DATABASE_URL may not read the tables.',
    'Grant it what docs/operations.md lists under Postgres.',
  ],
  EADDRINUSE: ['Another program listens on the port already.', 'Stop it, or choose another port.'],
  EADDRNOTAVAIL: ['The address to listen on is not one of this machine.', 'Choose another.'],
  EACCES: ['The port may not be listened on.', 'Choose one above 1023.'],
}

const tlsCodes = /CERT|SELF_SIGNED|VERIFY|ERR_TLS|ERR_SSL/

/** The code of the system, of TLS or of Postgres, wherever a library hides it. */
export function codeOf(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null) return undefined
  const { code, parent, original, cause } = error as Record<string, unknown>
  if (typeof code === 'string') return code
  return codeOf(parent ?? original ?? cause)
}

/** Whether waiting may help. */
export function isPassing(error: unknown): boolean {
  if (error instanceof StartFault) return false
  const code = codeOf(error)
  if (code !== undefined) return passingCodes.includes(code)
  // A connection that broke or took too long has no code.
  return error instanceof Error && /^SequelizeConnection|^SequelizeHost/.test(error.name)
}

/** A fault that nobody foresaw keeps its own words. */
export function toStartFault(error: unknown): StartFault {
  if (error instanceof StartFault) return error
  const code = codeOf(error) ?? ''
  const known = remedies[code]
  if (known) return new StartFault(...known, { cause: error })
  const message = error instanceof Error ? error.message : String(error)
  if (tlsCodes.test(code) || /does not support SSL/.test(message))
    return new StartFault(
      `The connection to Postgres cannot be made safe: ${message}.`,
      'Give its certificate authority with &sslrootcert=FILE in DATABASE_URL, and the name that stands in its certificate.',
      { cause: error },
    )
  return new StartFault(
    `${message}.`,
    'If this says nothing to you, start it with LOG_LEVEL=debug and report what it logs.',
    {
      cause: error,
    },
  )
}

/** Logs a fault in one line that says what is wrong and what to do; its stack is for those who ask for it with LOG_LEVEL=debug. */
export function logStartFault(log: Logger, program: string, error: unknown): void {
  const fault = toStartFault(error)
  const { problem, remedy } = fault
  const faults = fault instanceof EnvironmentFault ? { faults: fault.faults } : { problem }
  log.debug({ err: fault.cause ?? fault }, 'Where the fault came from')
  log.fatal({ ...faults, remedy }, `The ${program} cannot start.`)
}
