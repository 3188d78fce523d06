import { pino, type Logger } from 'pino'

export type { Logger }

/** What a log line must never carry, wherever it sits in the logged object. */
const secretFields = [
  'password',
  'newPassword',
  'currentPassword',
  'token',
  'key',
  'authorization',
  'cookie',
  'externalId',
]

/** A JSON logger that blanks secret fields. `level` is one of pino's. */
export const createLogger = (name: string, level = 'info'): Logger =>
  pino({
    name,
    level,
    redact: {
      paths: secretFields.flatMap((field) => [field, `*.${field}`, `*.*.${field}`]),
      censor: '[redacted]',
    },
  })

export const silentLogger: Logger = pino({ level: 'silent' })
