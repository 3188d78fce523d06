/** How grave a line is, in rising order. */
export const levels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal'] as const
export type Level = (typeof levels)[number]

/** The words of loggers that are written otherwise. */
const otherWords: Record<string, Level> = {
  warning: 'warn',
  err: 'error',
  severe: 'error',
  notice: 'info',
  information: 'info',
  verbose: 'debug',
  critical: 'fatal',
  crit: 'fatal',
  alert: 'fatal',
  emergency: 'fatal',
  panic: 'fatal',
}

/** Pino and Bunyan count in tens from `trace`. */
const numberedFrom = 10

/** What a logger wrote as level: a word in any case, or a number of Pino's. Undefined for anything else. */
export function toLevel(written: unknown): Level | undefined {
  if (typeof written === 'number')
    return levels[Math.min(Math.floor(written / numberedFrom), levels.length) - 1]
  if (typeof written !== 'string') return undefined
  const word = written.toLowerCase()
  return (
    levels.find((level) => level === word) ?? (Object.hasOwn(otherWords, word) ? otherWords[word] : undefined)
  )
}

/** Whether a level is at least as grave as another one. */
export const isAtLeast = (level: Level | undefined, least: Level): boolean =>
  level !== undefined && levels.indexOf(level) >= levels.indexOf(least)
