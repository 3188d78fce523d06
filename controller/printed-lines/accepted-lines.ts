import { isAtLeast, type Level } from '../../core/output/levels'
import { isContinued, readLine } from '../../core/output/read-line'
import type { EventPage, Logs } from '../cloud/cloud'

/** AWS answers so many at most; of what is read to be sifted, few are kept. */
const mostOfPage = 10_000

interface Accepted {
  /** Only lines of this level, or of a graver one, and what goes on with them. */
  level?: Level
  exceptStreams?: readonly string[]
}

/** Lines of which only some are of interest, by what AWS cannot filter. */
export function acceptedLines(
  logs: Pick<Logs, 'filterEvents'>,
  { level, exceptStreams = [] }: Accepted,
): Pick<Logs, 'filterEvents'> {
  if (level === undefined && exceptStreams.length === 0) return logs
  const except = new Set(exceptStreams)
  return {
    async filterEvents(filter) {
      const page = await logs.filterEvents({ ...filter, most: mostOfPage })
      const lines = page.lines.filter(({ stream }) => !except.has(stream))
      return { ...page, lines: level === undefined ? lines : grave(lines, level) }
    },
  }
}

/** A line that goes on with the one before it of its stream shares its fate. */
function grave(lines: EventPage['lines'], level: Level): EventPage['lines'] {
  const keptByStream = new Map<string, boolean>()
  return lines.filter(({ stream, text }) => {
    const isKept = isContinued(text)
      ? (keptByStream.get(stream) ?? false)
      : isAtLeast(readLine(text).level, level)
    keptByStream.set(stream, isKept)
    return isKept
  })
}
