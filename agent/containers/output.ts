import { longestOutput, longestOutputLine, mostOutputLines } from '../../core/agent/protocol'
import { createMask } from '../../core/output/mask'
import { toShown } from '../../core/output/printable'

/**
 * The end of what a container printed, as people may read it: the last lines that are within all bounds, without control characters,
 * with the values of variables that open something masked, each line of them alone too.
 *
 * @param secretNames of the variables that are secrets, whatever their names and however short
 */
export function presentOutput(
  lines: string[],
  environment: Record<string, string>,
  secretNames: string[] = [],
): string[] {
  const mask = createMask(environment, secretNames)
  const kept: string[] = []
  let room = longestOutput
  for (const line of lines.slice(-mostOutputLines).reverse()) {
    const shown = toShown(line, mask).slice(0, longestOutputLine)
    room -= shown.length
    if (room < 0) break
    kept.push(shown)
  }
  return kept.reverse()
}

/** The last lines of what flows by, so many that the bounds of `presentOutput` can be filled. */
export class LastLines {
  readonly #lines: string[] = []

  add(line: string): void {
    this.#lines.push(line)
    if (this.#lines.length > mostOutputLines) this.#lines.shift()
  }

  read(): string[] {
    return [...this.#lines]
  }
}
