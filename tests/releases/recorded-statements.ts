import { appendFileSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'

const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g
const moment = /\d{4}-\d\d-\d\d[ T]\d\d:\d\d:\d\d\.\d{3}(Z| \+00:00)/g
const address = /[\w.+-]+@[\w.-]+\.\w+/g

/** The statement with nothing in it that another run would have otherwise, as far as that can be told; what Postgres reads of it stays. */
const plain = (text: string): string =>
  withShortValues(withOneRow(text))
    .replaceAll(uuid, '00000000-0000-0000-0000-000000000000')
    .replaceAll(moment, '2026-01-01 00:00:00.000 +00:00')
    .replaceAll(address, 'ada@example.com')
    .replaceAll(/\s+/g, ' ')
    .replace(/;$/, '')
    .trim()

/** What models write may be long; empty it is understood as text and as JSON. */
const withShortValues = (text: string): string =>
  /^(INSERT INTO|UPDATE) "/.test(text)
    ? text.replaceAll(/'(?:[^']|'')*'/g, (literal) => (literal.length > 60 ? "'{}'" : literal))
    : text

/** Of an INSERT of many rows the first. */
const withOneRow = (text: string): string =>
  text.replace(
    /( VALUES )(\((?:'(?:[^']|'')*'|[^()']|\([^()]*\))*\))(?:,\((?:'(?:[^']|'')*'|[^()']|\([^()]*\))*\))+/,
    '$1$2',
  )

/** What two statements have in common that differ in values, and in how many of them, alone. */
export const shapeOf = (text: string): string =>
  text
    .replaceAll(/'(?:[^']|'')*'/g, "''")
    .replaceAll(/\$?\b\d+(\.\d+)?\b/g, '0')
    .replaceAll(/\((?:''|0)(?:::\w+)?(?:, (?:''|0)(?:::\w+)?)*\)/g, '()')
    .replaceAll(/\(\)(?:, ?\(\))+/g, '()')
    .replaceAll(/\[(?:''|0)(?:, ?(?:''|0))*\]/g, '[]')

/** One of each shape, the shortest, in their order. */
export function onePerShape(texts: Iterable<string>): string[] {
  const byShape = new Map<string, string>()
  for (const text of [...texts].sort((a, b) => a.length - b.length || (a < b ? -1 : 1)))
    if (!byShape.has(shapeOf(text))) byShape.set(shapeOf(text), text)
  return [...byShape.values()].sort()
}

/** Has every client of this process write what it asks Postgres into `folder`, once per shape. */
export function recordStatements(folder: string): void {
  mkdirSync(folder, { recursive: true })
  const seen = new Set<string>()
  const { prototype } = pg.Client
  const query = prototype.query as (...call: unknown[]) => unknown
  prototype.query = function (this: pg.Client, ...call: unknown[]) {
    const [first] = call
    const text = plain(typeof first === 'string' ? first : ((first as { text?: string } | null)?.text ?? ''))
    const isOne = /^(SELECT|INSERT|UPDATE|DELETE|WITH)\b/i.test(text) && !/;|\bpg_/.test(text)
    if (isOne && !seen.has(shapeOf(text))) {
      seen.add(shapeOf(text))
      appendFileSync(join(folder, `${process.pid}.jsonl`), `${JSON.stringify(text)}\n`)
    }
    return query.apply(this, call)
  } as never
}
