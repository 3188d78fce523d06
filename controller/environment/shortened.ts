import { createHash } from 'node:crypto'

const mark = /…[0-9a-f]{8}$/

/** What tells a text from all others when most of it is gone. */
const markOf = (text: string): string =>
  mark.exec(text)?.[0] ?? `…${createHash('sha256').update(text).digest('hex').slice(0, 8)}`

/** The beginning of a text that is longer, with a mark at its end by which `isOf` knows it again; the mark alone where there is no room. */
export function shortened(text: string, length: number): string {
  const end = markOf(text)
  return text.length <= Math.max(length, end.length)
    ? text
    : text.slice(0, Math.max(0, length - end.length)) + end
}

/** Whether a text that may have been shortened since was this one. */
export const isOf = (kept: string | undefined, whole: string | undefined): boolean =>
  kept === whole || (kept !== undefined && whole !== undefined && kept.endsWith(markOf(whole)))
