import type { Sequelize } from 'sequelize'
import { select } from '../../db/sql'

interface Column {
  table: string
  name: string
  type: string
  isNullable: boolean
  isLeftToPostgres: boolean
  /** Whether rows differ in it. */
  isOfKey: boolean
  /** The table whose rows it names. */
  names: string | null
}

const selectColumns = `
  SELECT c.relname AS table, a.attname AS name, format_type(a.atttypid, NULL) AS type, NOT a.attnotnull AS "isNullable",
    a.attgenerated <> '' OR a.attidentity <> '' OR coalesce(pg_get_expr(d.adbin, d.adrelid) LIKE 'nextval%', false) AS "isLeftToPostgres",
    EXISTS (SELECT FROM pg_index i WHERE i.indrelid = c.oid AND i.indisunique AND a.attnum = ANY (i.indkey)) AS "isOfKey",
    (SELECT f.confrelid::regclass::text FROM pg_constraint f
      WHERE f.contype = 'f' AND f.conrelid = c.oid AND f.conkey = ARRAY[a.attnum] LIMIT 1) AS names
  FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
  LEFT JOIN pg_attrdef d ON d.adrelid = c.oid AND d.adnum = a.attnum
  WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND c.relname <> 'schema_migrations'
  ORDER BY c.relname, a.attnum`

interface Filling {
  /** Rows of a table that says nothing else. */
  rows: number
  /** Rows of those that have more. */
  rowsOf: Record<string, number>
  /** SQL of what columns are, of the row `n`, by table and column. */
  values: Record<string, Record<string, string>>
}

/**
 * Fills every table there is, by the database itself: rows that name each other, spread over 400 days. Rules about values, which a plan
 * does not depend on, are dropped, and nothing is notified.
 */
export async function fillTables(sequelize: Sequelize, { rows, rowsOf, values }: Filling): Promise<void> {
  const columns = await select<Column>(sequelize, selectColumns)
  const rules = await select<{ sql: string }>(
    sequelize,
    `SELECT format('ALTER TABLE %s DROP CONSTRAINT %I', conrelid::regclass, conname) AS sql FROM pg_constraint
      WHERE contype = 'c' AND connamespace = 'public'::regnamespace`,
  )
  const tables = [...new Set(columns.map(({ table }) => table))]
  const inserts = tables.map((table) => {
    const all = columns.filter((column) => column.table === table)
    const given = all.flatMap((column) => {
      const sql = values[table]?.[column.name] ?? valueOf(column, rows)
      return sql === undefined ? [] : { name: column.name, sql: `(${sql})::${column.type}` }
    })
    return `INSERT INTO ${table} (${given.map(({ name }) => name).join(', ')})
      SELECT ${given.map(({ sql }) => sql).join(', ')} FROM generate_series(1, ${rowsOf[table] ?? rows}) AS n
      ON CONFLICT DO NOTHING`
  })
  await sequelize.transaction(async () => {
    for (const { sql } of rules) await sequelize.query(sql)
    // Triggers of tables hear nothing of it, those that look for named rows included.
    await sequelize.query('SET LOCAL session_replication_role = replica')
    for (const insert of inserts) await sequelize.query(insert)
  })
  await sequelize.query('VACUUM (ANALYZE)')
}

/** SQL; undefined leaves it to Postgres. */
function valueOf(
  { table, name, type, isNullable, isLeftToPostgres, isOfKey, names }: Column,
  rows: number,
): string | undefined {
  if (isLeftToPostgres) return undefined
  if (type.endsWith('[]')) return isNullable ? undefined : `'{}'`
  if (type === 'uuid') return `md5('${names ?? table}' || ${names ? `(n % ${rows} + 1)` : 'n'})::uuid`
  if (type.startsWith('timestamp')) return `now() - (n % 400) * interval '1 day'`
  if (isOfKey) return type === 'boolean' ? 'n % 2 = 0' : type === 'jsonb' ? 'to_jsonb(n)' : 'n'
  if (isNullable) return undefined
  return emptyOf[type] ?? (name === 'status_type' ? "'READY'" : undefined)
}

/** What columns are that must be something. */
const emptyOf: Record<string, string> = {
  text: `''`,
  jsonb: `'[]'`,
  integer: '1',
  smallint: '1',
  bigint: '1',
  numeric: '1',
  'double precision': '1',
  real: '1',
  boolean: 'false',
  bytea: `''`,
}
