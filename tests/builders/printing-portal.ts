import type { FoundLines, PrintedLine } from '../../cli/api/wire'
import { json } from './cli-surroundings'
import { applications, environments } from './sdo-command'

/** A line with when CloudWatch Logs shows it. */
interface Printed extends PrintedLine {
  shownEpoch: number
}

export const printedLine = (epoch: number, text: string, shownEpoch = epoch): Printed => ({
  epoch,
  text,
  shownEpoch,
  processId: 'p1',
  applicationId: 'a1',
  applicationName: 'shop',
})

/** Answers of a portal whose applications print these lines; it answers so many at once, and the newest first, as SDO does. */
export function buildPrintingPortal(printed: Printed[], most = 500) {
  const state = { nowEpoch: 0, asked: [] as Record<string, string>[] }
  const answer = (request: Request): Response => {
    const query = Object.fromEntries(new URL(request.url).searchParams)
    state.asked.push(query)
    const untilEpoch = Number(query.untilEpoch ?? state.nowEpoch)
    const fromEpoch = Number(query.fromEpoch ?? untilEpoch - 3_600_000)
    const found = printed
      .filter(
        ({ epoch, shownEpoch, text }) =>
          epoch >= fromEpoch &&
          epoch < untilEpoch &&
          shownEpoch <= state.nowEpoch &&
          text.includes(query.text ?? ''),
      )
      .sort((one, other) => one.epoch - other.epoch)
    const cut = found.at(-most - 1)
    // Lines of one millisecond are never parted.
    const reachedEpoch = cut ? cut.epoch + 1 : fromEpoch
    const lines = found
      .filter(({ epoch }) => epoch >= reachedEpoch)
      .map(({ shownEpoch: _, ...line }): PrintedLine => line)
    return json({ lines, fromEpoch, untilEpoch, reachedEpoch } satisfies FoundLines)
  }
  return {
    state,
    answers: { ...environments, ...applications, 'GET /v1/environment/e1/output': answer },
  }
}
