import type { EventFilter, EventPage, Logs } from '../cloud/cloud'

type Line = EventPage['lines'][number]

/** What somebody looks for; `untilEpoch` is exclusive. */
type LinesWanted = Omit<EventFilter, 'most' | 'token'>

/** How much one search may take and answer. */
interface SearchBounds {
  lines: number
  /** Of all lines together. */
  characters: number
  calls: number
}

export const searchBounds: SearchBounds = { lines: 500, characters: 256 * 1024, calls: 20 }

export interface NewestLines {
  /** Oldest first. */
  lines: Line[]
  /** Everything from here on was looked through and is in `lines`; what is before it is another search. The start of the range: that is all. */
  reachedEpoch: number
}

/** The first stretch that is looked through, from the end of the range backwards. */
const firstStretchMs = 60_000
const growth = 4
const shrinkage = 8

/**
 * The newest lines of a range. AWS answers the oldest ones first, so stretches are read from the end of the range backwards: each longer than the
 * one after it, and shorter again where a stretch has more lines than one answer takes. Lines of one millisecond are never parted, unless
 * they alone are too many.
 *
 * @throws CloudError as `filterEvents` does
 */
export async function findNewestLines(
  logs: Pick<Logs, 'filterEvents'>,
  wanted: LinesWanted,
  bounds: SearchBounds = searchBounds,
): Promise<NewestLines> {
  const { fromEpoch } = wanted
  let lines: Line[] = []
  let reachedEpoch = wanted.untilEpoch
  let stretchMs = firstStretchMs
  let calls = bounds.calls
  let isQuiet = false
  while (reachedEpoch > fromEpoch && lines.length < bounds.lines && calls > 0) {
    // Where nothing was printed lately, the last call takes all that is left. Not where a text is looked for: there AWS may answer a part.
    const start = calls === 1 && isQuiet ? fromEpoch : Math.max(fromEpoch, reachedEpoch - stretchMs)
    const stretch = await readStretch(
      logs,
      { ...wanted, fromEpoch: start, untilEpoch: reachedEpoch },
      // No stretch takes all that is left: where one has too much to be read, a shorter one is tried.
      { lines: bounds.lines, calls: Math.ceil(calls / 2) },
    )
    calls -= stretch.calls
    isQuiet = stretch.isWhole && lines.length + stretch.lines.length === 0 && wanted.text === undefined
    const isShortest = reachedEpoch - start <= 1
    if (stretch.isWhole || (isShortest && stretch.lines.length > 0)) {
      lines = [...stretch.lines, ...lines]
      reachedEpoch = start
      stretchMs *= growth
    } else stretchMs = shorter(stretch.lines, { start, end: reachedEpoch, most: bounds.lines })
  }
  return endOf({ lines, reachedEpoch }, bounds)
}

/**
 * How long a stretch is tried after one that had too much in it. Where an answer was full, what it covers says how much is printed, so that
 * few calls are enough also where it is a thousand times too much.
 */
function shorter(
  lines: readonly Line[],
  { start, end, most }: { start: number; end: number; most: number },
): number {
  const last = lines.length >= most ? lines.at(-1) : undefined
  const covered = last ? (last.epoch - start) / 2 : Infinity
  return Math.max(1, Math.floor(Math.min(covered, (end - start) / shrinkage)))
}

/** The lines of one stretch, unless there are more than an answer takes, or calls run out: then it is not whole. */
async function readStretch(
  logs: Pick<Logs, 'filterEvents'>,
  wanted: LinesWanted,
  bounds: Pick<SearchBounds, 'lines' | 'calls'>,
): Promise<{ lines: Line[]; calls: number; isWhole: boolean }> {
  const lines: Line[] = []
  let token: string | undefined
  for (let calls = 1; calls <= bounds.calls; calls++) {
    const page = await logs.filterEvents({ ...wanted, most: bounds.lines, token })
    lines.push(...page.lines)
    token = page.token
    if (token === undefined) return { lines, calls, isWhole: true }
    if (lines.length >= bounds.lines) return { lines, calls, isWhole: false }
  }
  return { lines, calls: bounds.calls, isWhole: false }
}

/** As many of the newest lines as an answer takes, cut between two milliseconds. */
export function endOf<Of extends { epoch: number; text: string }>(
  { lines, reachedEpoch }: { lines: Of[]; reachedEpoch: number },
  bounds: SearchBounds,
): { lines: Of[]; reachedEpoch: number } {
  let room = bounds.characters
  let first = lines.length
  while (first > 0 && lines.length - first < bounds.lines) {
    room -= lines[first - 1]?.text.length ?? 0
    if (room < 0) break
    first -= 1
  }
  if (first === 0) return { lines, reachedEpoch }
  const cutEpoch = lines[first - 1]?.epoch ?? reachedEpoch
  const kept = lines.slice(first)
  const whole = kept.filter(({ epoch }) => epoch > cutEpoch)
  return whole.length > 0
    ? { lines: whole, reachedEpoch: cutEpoch + 1 }
    : { lines: kept, reachedEpoch: cutEpoch }
}
