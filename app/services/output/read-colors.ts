import Anser from 'anser'
import { toPrintable } from '../../../core/output/printable'
import { outputColors, type OutputColor, type PrintedPart } from './output-views'

/** A line with more parts is shown without colors. */
const mostParts = 200

/** The line in parts, as its program colors it with the basic colors of a terminal; undefined where it uses none. */
export function readColors(line: string): PrintedPart[] | undefined {
  if (!line.includes('\u001b[')) return undefined
  const parts = Anser.ansiToJson(line, { use_classes: true, remove_empty: true })
    .map(({ content, fg, decorations }): PrintedPart => {
      const color = colorOf(fg)
      return {
        text: toPrintable(content),
        ...(color && { color }),
        ...(decorations.includes('bold') && { isBold: true }),
      }
    })
    .filter(({ text }) => text !== '')
  const isPlain = parts.every(({ color, isBold }) => !color && !isBold)
  return isPlain || parts.length > mostParts ? undefined : parts
}

/** Of `ansi-red` and `ansi-bright-red`; black and white are the text's own color. */
function colorOf(name: string | null): OutputColor | undefined {
  if (name === 'ansi-bright-black') return 'gray'
  return outputColors.find((color) => name === `ansi-${color}` || name === `ansi-bright-${color}`)
}
