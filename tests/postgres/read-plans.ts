import type { Client } from 'pg'
import type { Sequelize } from 'sequelize'
import { select } from '../../db/sql'

interface PlanNode {
  'Node Type': string
  'Relation Name'?: string
  'Actual Rows'?: number
  'Actual Loops'?: number
  'Rows Removed by Filter'?: number
  Plans?: PlanNode[]
}

/** A table of which a statement read more rows than are its own, one after the other. */
export interface Scan {
  table: string
  rows: number
  statement: string
}

/**
 * Has Postgres tell how it carries out whatever is asked of it by `sequelize` from now on.
 *
 * @param enough rows that may be read one after the other: of a small table that is the quickest
 * @returns takes the scans since it was last called
 */
export async function watchScans(sequelize: Sequelize, enough: number): Promise<() => Scan[]> {
  let scans: Scan[] = []
  const told = ({ message = '' }: { message?: string }) => {
    const json = /plan:\s*(\{[^]*\})\s*$/.exec(message)?.[1]
    if (json === undefined) return
    const { 'Query Text': statement, Plan } = JSON.parse(json) as { 'Query Text': string; Plan: PlanNode }
    for (const scan of scansIn(Plan)) if (scan.rows > enough) scans.push({ ...scan, statement })
  }
  sequelize.addHook('afterConnect', async (connection: unknown) => {
    const client = connection as Client
    client.on('notice', told)
    await client.query(`
      LOAD 'auto_explain';
      SET client_min_messages = log;
      SET auto_explain.log_min_duration = 0;
      SET auto_explain.log_analyze = on;
      SET auto_explain.log_timing = off;
      SET auto_explain.log_format = json;
      SET auto_explain.log_parameter_max_length = 0;`)
  })
  const manager = sequelize.connectionManager as unknown as {
    pool: { drain(): Promise<void>; destroyAllNow(): Promise<void> }
  }
  await manager.pool.destroyAllNow()
  return () => {
    const taken = scans
    scans = []
    return taken
  }
}

function* scansIn(node: PlanNode): Generator<Omit<Scan, 'statement'>> {
  const each = (node['Actual Rows'] ?? 0) + (node['Rows Removed by Filter'] ?? 0)
  if (node['Node Type'] === 'Seq Scan')
    yield { table: node['Relation Name'] ?? '', rows: each * (node['Actual Loops'] ?? 1) }
  for (const inner of node.Plans ?? []) yield* scansIn(inner)
}

/**
 * The tables that a statement reads one row after the other, as Postgres would carry it out whatever the values are.
 *
 * @param few rows that a table may have for that
 */
export async function scansOf(sequelize: Sequelize, statement: string, few: number): Promise<string[]> {
  const [explained] = (await sequelize.query(`EXPLAIN (GENERIC_PLAN, FORMAT JSON) ${statement}`)) as [
    { 'QUERY PLAN': [{ Plan: PlanNode }] }[],
    unknown,
  ]
  const plan = explained[0]?.['QUERY PLAN'][0].Plan
  const tables = new Set(plan ? [...scansIn(plan)].map(({ table }) => table) : [])
  const large = await select<{ name: string }>(
    sequelize,
    `SELECT relname AS name FROM pg_class WHERE relkind = 'r' AND reltuples > $1 AND relname = ANY ($2)`,
    [few, [...tables]],
  )
  return large.map(({ name }) => name)
}
