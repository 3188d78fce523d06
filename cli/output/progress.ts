import type { Surroundings } from '../surroundings'
import { safeLine } from '../safe-text'

/** The line of a command that waits. */
interface ProgressLine {
  /** Says how it stands: in place of what it said before on a terminal, else as a line when it is something new. */
  show(text: string): void
  /** Leaves the last one on a line of its own, the whole of it. */
  end(): void
}

/** Narrower than this, nothing can be drawn again without leaving parts behind. */
const narrowest = 20

export function createProgress({ tell, columns, options }: Surroundings): ProgressLine {
  const isDrawn = columns !== undefined && columns >= narrowest && !options.isPlain
  let last = ''
  return {
    show(text) {
      const line = safeLine(text)
      if (line === last) return
      last = line
      // A line that wraps could not be taken back.
      tell(isDrawn ? `\r\u001b[2K${line.slice(0, columns - 1)}` : `${line}\n`)
    },
    end() {
      const isCut = isDrawn && last.length >= columns
      if (isCut) tell(`\r\u001b[2K${last}\n`)
      else if (isDrawn && last !== '') tell('\n')
      last = ''
    },
  }
}
