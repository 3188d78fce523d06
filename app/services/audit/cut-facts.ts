import { Buffer } from 'node:buffer'

/** The facts of a thing. */
export type Facts = Record<string, unknown>

/** Bytes of JSON that an entry of the audit log keeps of how something was, and as many of how it is: what a page shows many of is not long. */
export const longestFacts = 4000

const bytesOf = (value: unknown) => Buffer.byteLength(JSON.stringify(value) ?? '')

/**
 * Facts as the audit log keeps them. Of those that are longer in all than it keeps, each that is longer than its share is cut, and says so: of a
 * list or of named things the first ones stay, of a text its beginning.
 */
export function cutFacts(facts: Facts): Facts {
  if (bytesOf(facts) <= longestFacts) return facts
  const fields = Object.entries(facts)
  const share = Math.floor(
    (longestFacts - bytesOf(fields.map(([name]) => name)) - 8 * fields.length) / fields.length,
  )
  return Object.fromEntries(fields.map(([name, value]) => [name, cutValue(value, share)]))
}

function cutValue(value: unknown, room: number): unknown {
  if (bytesOf(value) <= room) return value
  if (Array.isArray(value)) {
    const { kept, left } = firstThatFit(value, room)
    return [...kept, moreOf(left)]
  }
  if (typeof value === 'object' && value !== null) {
    const { kept, left } = firstThatFit(Object.entries(value), room)
    return { ...Object.fromEntries(kept), '…': moreOf(left) }
  }
  return cutText(String(value), room)
}

const moreOf = (count: number) => `… and ${count} more`
/** What the sign that something was cut takes at most. */
const roomForSign = 40

function firstThatFit<Item>(items: Item[], room: number): { kept: Item[]; left: number } {
  let left = room - roomForSign
  const end = items.findIndex((item) => (left -= bytesOf(item) + 1) < 0)
  return { kept: items.slice(0, end), left: items.length - end }
}

/** Cut between characters, never inside one: half of one the database refuses. */
function cutText(text: string, room: number): string {
  let left = room - roomForSign
  let kept = ''
  for (const character of text) {
    left -= bytesOf(character) - 2
    if (left < 0) break
    kept += character
  }
  return `${kept}…`
}
