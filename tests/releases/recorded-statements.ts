import { AsyncLocalStorage } from 'node:async_hooks'
import { appendFileSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { Sequelize } from 'sequelize'

const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g
const moment = /\d{4}-\d\d-\d\d[ T]\d\d:\d\d:\d\d\.\d{3}(Z| \+00:00)/g
const address = /[\w.+-]+@[\w.-]+\.\w+/g

/** The statement with nothing in it that another run would have otherwise, as far as that can be told; what Postgres reads of it stays. */
const plain = (text: string): string =>
  withShortValues(withOneRow(text.replaceAll(/--.*/g, '')))
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

/** Where the code of the product is, and none of its tests. */
const product = /\/(?:app|controller|db|standalone)\/(?!.*\.test\.)/
const own = /\/(?:app|controller|core|db|standalone|simulator|tests)\//
/** What hands statements on. */
const handsOn = /\/db\/(?:sql|prepared-statements|transaction|models\/table)\.ts|recorded-statements/

/** Whether the product asks, not a test: whose code was the last to be entered. */
function isOfProduct(): boolean {
  const { stackTraceLimit } = Error
  Error.stackTraceLimit = 60
  const frames = new Error().stack?.split('\n') ?? []
  Error.stackTraceLimit = stackTraceLimit
  const asking = frames.find(
    (frame) => own.test(frame) && !frame.includes('/node_modules/') && !handsOn.test(frame),
  )
  return asking !== undefined && product.test(asking)
}

/** What statements have in common that differ in values alone, told quickly: most were seen before. */
const roughly = (text: string) => text.replaceAll(/'(?:[^']|'')*'|\d+/g, '')

/** Has whatever the product asks in this process written into `folder`, once per shape. */
export function recordStatements(folder: string): void {
  mkdirSync(folder, { recursive: true })
  const known = new Set<string>()
  const seen = new Set<string>()
  const record = (text: string, isAskedFor = isOfProduct) => {
    const rough = roughly(text)
    // A test may ask the same before the product does.
    if (known.has(rough) || !isAskedFor()) return
    known.add(rough)
    const statement = plain(text)
    const isOne = /^(SELECT|INSERT|UPDATE|DELETE|WITH)\b/i.test(statement) && !/;|\bpg_/.test(statement)
    if (!isOne || seen.has(shapeOf(statement))) return
    seen.add(shapeOf(statement))
    appendFileSync(join(folder, `${process.pid}.jsonl`), `${JSON.stringify(statement)}\n`)
  }
  /** Sequelize forgets who asked before the driver hears of it; what is put in place of names is known then. */
  const ofSequelize = new AsyncLocalStorage<'noted' | 'to be noted'>()
  const { prototype: sequelize } = Sequelize
  const ask = sequelize.query as (...call: unknown[]) => unknown
  sequelize.query = function (this: Sequelize, ...call: unknown[]) {
    const [first, options] = call as [string | { query: string }, { replacements?: unknown } | undefined]
    const isToBeNoted = options?.replacements !== undefined && isOfProduct()
    if (!options?.replacements) record(typeof first === 'string' ? first : first.query)
    return ofSequelize.run(isToBeNoted ? 'to be noted' : 'noted', () => ask.apply(this, call))
  } as never
  const { prototype: client } = pg.Client
  const query = client.query as (...call: unknown[]) => unknown
  client.query = function (this: pg.Client, ...call: unknown[]) {
    const [first] = call as [string | { text?: string } | null]
    const asked = ofSequelize.getStore()
    if (asked !== 'noted')
      record(typeof first === 'string' ? first : (first?.text ?? ''), asked && (() => true))
    return query.apply(this, call)
  } as never
}
