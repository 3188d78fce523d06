import { logStreamName } from '../../core/aws/log-groups'
import { mostGroups, type OutputQuestion, type PrintedLine } from '../../core/output/output-questions'
import { CloudError, type Logs } from '../cloud/cloud'
import { acceptedLines } from './accepted-lines'
import { endOf, findNewestLines, searchBounds, type NewestLines } from './newest-lines'

interface OutputGroup {
  applicationId: string
  name: string
}

interface Found {
  /** Oldest first. */
  lines: PrintedLine[]
  reachedEpoch: number
  /** Of the groups that are too many; absent where there are none. */
  unsearchedApplicationIds?: string[]
}

/**
 * The newest lines that a question asks for, of several groups together. All of them share one bound of calls; where one group was not read as
 * far back as the others, lines end where all were read. A group or stream that is not there has no lines.
 *
 * @throws CloudError as `filterEvents` does, but not-found
 */
export async function findNewestOfGroups(
  logs: Pick<Logs, 'filterEvents'>,
  groups: readonly OutputGroup[],
  { processId, exceptProcessIds = [], text, level, fromEpoch, untilEpoch }: OutputQuestion,
): Promise<Found> {
  const accepted = acceptedLines(logs, { level, exceptStreams: exceptProcessIds.map(logStreamName) })
  const searched = groups.slice(0, mostGroups)
  const unsearched = groups.slice(mostGroups).map(({ applicationId }) => applicationId)
  const calls = Math.floor(searchBounds.calls / Math.max(1, searched.length))
  let lines: (PrintedLine & { stream: string })[] = []
  let reachedEpoch = fromEpoch
  for (const { name, applicationId } of searched) {
    const wanted = {
      group: name,
      fromEpoch,
      untilEpoch,
      ...(processId !== undefined && { stream: logStreamName(processId) }),
      ...(text !== undefined && { text }),
    }
    const found = await findThere(findNewestLines(accepted, wanted, { ...searchBounds, calls }))
    if (!found) continue
    lines.push(
      ...found.lines.map((line) => ({ ...line, applicationId, processId: processId ?? line.stream })),
    )
    reachedEpoch = Math.max(reachedEpoch, found.reachedEpoch)
  }
  lines = lines.filter(({ epoch }) => epoch >= reachedEpoch).sort((one, other) => one.epoch - other.epoch)
  const end = endOf({ lines, reachedEpoch }, searchBounds)
  return {
    lines: end.lines.map(({ epoch, processId, applicationId, text }) => ({
      epoch,
      processId,
      applicationId,
      text,
    })),
    reachedEpoch: end.reachedEpoch,
    ...(unsearched.length > 0 && { unsearchedApplicationIds: unsearched }),
  }
}

/** Undefined where there is no such group or stream. */
async function findThere(search: Promise<NewestLines>): Promise<NewestLines | undefined> {
  try {
    return await search
  } catch (error) {
    if (error instanceof CloudError && error.kind === 'not-found') return undefined
    throw error
  }
}
