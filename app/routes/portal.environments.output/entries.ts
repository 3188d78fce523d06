import { isContinued } from '../../../core/output/read-line'
import type { PrintedLineView } from '../../services/output/output-views'

/** A line with those that go on with it, such as its stack trace. */
export interface Entry extends PrintedLineView {
  more: string[]
}

/** Lines of one stack trace are printed at once. */
const togetherMilliseconds = 1_000

/** Lines as people read them: a stack trace is one entry, also where other processes printed meanwhile. */
export function toEntries(lines: readonly PrintedLineView[]): Entry[] {
  const entries: Entry[] = []
  const lastByProcess = new Map<string, Entry>()
  for (const line of lines) {
    const last = lastByProcess.get(line.processId)
    if (last && isContinued(line.text) && line.epoch - last.epoch <= togetherMilliseconds) {
      last.more.push(line.text)
      continue
    }
    const entry = { ...line, more: [] }
    entries.push(entry)
    lastByProcess.set(line.processId, entry)
  }
  return entries
}
