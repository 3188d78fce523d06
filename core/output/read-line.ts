import { toLevel, type Level } from './levels'

/** A line as its logger meant it. */
interface ReadLine {
  level?: Level
  /** What people read first: the message of a line of JSON, else the line. */
  message: string
  /** What else a line of JSON says, values as text. Absent for other lines. */
  fields?: [name: string, value: string][]
}

const levelFields = ['level', 'severity', 'log.level', 'levelname', 'lvl', 'loglevel']
const messageFields = ['msg', 'message', 'event']

/** In lines that are no JSON, a level is a word in capitals near the beginning, or said as `level=`. */
const wordOfLevel = /\b(TRACE|DEBUG|INFO|NOTICE|WARN|WARNING|ERROR|SEVERE|FATAL|CRITICAL)\b/
const saidAsLevel = /\b(?:level|severity|lvl)=["']?([a-z]+)/i
const beginning = 80

/** Understands lines of JSON objects, of logfmt and of plain text. Never throws. */
export function readLine(text: string): ReadLine {
  const json = readJson(text)
  if (!json) {
    const start = text.slice(0, beginning)
    const level = toLevel(saidAsLevel.exec(text)?.[1]) ?? toLevel(wordOfLevel.exec(start)?.[1])
    return { ...(level && { level }), message: text }
  }
  const levelField = levelFields.find((name) => toLevel(json[name]) !== undefined)
  const level = levelField === undefined ? undefined : toLevel(json[levelField])
  const messageField = messageFields.find((name) => typeof json[name] === 'string')
  const fields = Object.entries(json)
    .filter(([name]) => name !== messageField && name !== levelField)
    .map(([name, value]): [string, string] => [
      name,
      typeof value === 'string' ? value : JSON.stringify(value),
    ])
  return {
    ...(level && { level }),
    message: messageField === undefined ? '' : String(json[messageField]),
    fields,
  }
}

function readJson(text: string): Record<string, unknown> | undefined {
  const trimmed = text.trim()
  if (!trimmed.startsWith('{') || !trimmed.endsWith('}')) return undefined
  try {
    return JSON.parse(trimmed) as Record<string, unknown>
  } catch {
    return undefined
  }
}

/** Whether a line goes on with the one before it of the same process, as those of a stack trace do. */
export const isContinued = (text: string): boolean =>
  /^(\s+\S|Caused by:|Suppressed:|\.{3} \d+ more|Traceback \(most recent call last\):|During handling of the above)/.test(
    text,
  )
