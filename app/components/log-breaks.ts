import { findLine } from '../../core/environment-log/lines'
import type { LogType } from '../../core/resources/events'

interface LogLine {
  createdEpoch: number
  message: string
  code?: string | undefined
}

/** A silence longer than this separates two pieces of work. */
const longestPauseMilliseconds: Record<LogType, number> = { deployment: 5 * 60_000, network: 65_000 }

/** Lines that were logged before they had codes are known by their words. */
const isClosing = ({ code, message }: LogLine) =>
  code === undefined
    ? message.startsWith('Deployment complet') || message.startsWith('Hosted zone association complete')
    : findLine(code)?.endsWork === true

/** Cuts a log, oldest line first, into the pieces of work it tells of. */
export function splitLog<Line extends LogLine>(type: LogType, lines: readonly Line[]): Line[][] {
  const pieces: Line[][] = []
  let last: Line | undefined
  for (const line of lines) {
    const isNew =
      last === undefined ||
      isClosing(last) ||
      line.createdEpoch - last.createdEpoch > longestPauseMilliseconds[type]
    if (isNew) pieces.push([])
    pieces.at(-1)?.push(line)
    last = line
  }
  return pieces
}

/** The pieces of work that a log tells of, oldest line first, the other way round: the newest line of all is the first of the first piece. */
export const newestFirst = <Line extends LogLine>(type: LogType, lines: readonly Line[]): Line[][] =>
  splitLog(type, lines)
    .reverse()
    .map((piece) => [...piece].reverse())

interface Caused {
  deployment?: { id: string } | undefined
  examination?: { id: string } | undefined
}

const causeOf = ({ deployment, examination }: Caused) => (deployment ?? examination)?.id

/** Cuts lines where they begin to be about another deployment or examination, or about none. */
export function groupByCause<Line extends Caused>(lines: readonly Line[]): Line[][] {
  const groups: Line[][] = []
  for (const line of lines) {
    const last = groups.at(-1)
    if (last?.[0] && causeOf(last[0]) === causeOf(line)) last.push(line)
    else groups.push([line])
  }
  return groups
}
