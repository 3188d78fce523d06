import { callMessages } from '../../messages/call-messages'
import { z } from 'zod'
import { DomainError } from '../../../core/errors'

/** The part of a list that is asked for; its beginning by default. */
export interface PageRequest {
  /** How many rows: at most `longestPage`, and that many where it is left out. */
  limit?: number
  /** The cursor from the answer with the part before or after. */
  cursor?: string
}

/** Where the list goes on from a part of it, in either direction; null at its ends. */
export interface PageCursors {
  nextCursor: string | null
  previousCursor: string | null
}

export interface Page<Row> extends PageCursors {
  rows: Row[]
  /** How long the whole list is. */
  total: number
}

export const longestPage = 200

/** The cursor of a /v1 answer with the part that follows; null at the end of the list. */
export const nextCursorSchema = z.string().nullable()

const cursorSchema = z.object({ side: z.enum(['after', 'before']), key: z.unknown() })
type Cursor = z.infer<typeof cursorSchema>

/**
 * The part of a list that is asked for. A cursor names the row at its edge and not a number, so that what is added or
 * removed meanwhile makes no row appear twice or not at all.
 *
 * @param sorted all of it; what a team may have bounds it
 * @param compare the order, with no two rows alike
 * @param keySchema what of a row the order looks at: it stands in the cursor
 * @throws DomainError `invalid` for a cursor that is none of this list
 */
export function pageOf<Key, Row extends Key>(
  sorted: Row[],
  { limit = longestPage, cursor }: PageRequest,
  compare: (a: Key, b: Key) => number,
  keySchema: z.ZodType<Key>,
): Page<Row> {
  const { start, end } = edges(sorted, Math.min(limit, longestPage), cursor, compare, keySchema)
  const rows = sorted.slice(start, end)
  const [first, last] = [rows.at(0), rows.at(-1)]
  const cursorAt = (side: Cursor['side'], row: Row) => writeCursor({ side, key: keySchema.parse(row) })
  return {
    rows,
    total: sorted.length,
    nextCursor: last && end < sorted.length ? cursorAt('after', last) : null,
    previousCursor: first && start > 0 ? cursorAt('before', first) : null,
  }
}

function edges<Key>(
  sorted: Key[],
  limit: number,
  cursor: string | undefined,
  compare: (a: Key, b: Key) => number,
  keySchema: z.ZodType<Key>,
): { start: number; end: number } {
  if (!cursor) return { start: 0, end: limit }
  const { side, key } = readCursor(cursor, keySchema)
  if (side === 'after') {
    const start = countWhile(sorted, (row) => compare(row, key) <= 0)
    return { start, end: start + limit }
  }
  const end = countWhile(sorted, (row) => compare(row, key) < 0)
  return { start: Math.max(0, end - limit), end }
}

function countWhile<Row>(rows: Row[], holds: (row: Row) => boolean): number {
  const index = rows.findIndex((row) => !holds(row))
  return index < 0 ? rows.length : index
}

const writeCursor = (cursor: Cursor): string => Buffer.from(JSON.stringify(cursor)).toString('base64url')

export function cursorOfAnother(cause?: unknown): DomainError {
  const message = callMessages.cursorOfAnother
  return new DomainError('invalid', message, { fields: { cursor: message }, cause })
}

/** @throws DomainError `invalid` */
function readCursor<Key>(text: string, keySchema: z.ZodType<Key>): { side: Cursor['side']; key: Key } {
  try {
    const { side, key } = cursorSchema.parse(JSON.parse(Buffer.from(text, 'base64url').toString()))
    return { side, key: keySchema.parse(key) }
  } catch (cause) {
    throw cursorOfAnother(cause)
  }
}
