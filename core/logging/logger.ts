import { pino, type DestinationStream, type Logger } from 'pino'

export type { Logger }

/** Fields that a log line must never carry, wherever they sit in the logged object. */
const secretFields = [
  'password',
  'newPassword',
  'currentPassword',
  'token',
  'integrationToken',
  'identityToken',
  'key',
  'authorization',
  'cookie',
  'externalId',
  // The values of a statement that failed: passwords' hashes and whole mails are among them.
  'parameters',
]

/** Fields in which Postgres and Sequelize quote a refused row, with all that is in it. */
const refusedRows = [
  'err.parent.detail',
  'err.original.detail',
  'err.errors[*].instance',
  'err.aggregateErrors[*].instance',
]

/** A JSON logger that blanks secret fields. `level` is one of pino's; it writes to stdout unless told otherwise. */
export const createLogger = (name: string, level = 'info', destination?: DestinationStream): Logger =>
  pino(
    {
      name,
      level,
      redact: {
        paths: [...secretFields.flatMap((field) => [field, `*.${field}`, `*.*.${field}`]), ...refusedRows],
        censor: '[redacted]',
      },
    },
    destination,
  )

export const silentLogger: Logger = pino({ level: 'silent' })
