import type { Sequelize } from 'sequelize'
import { select } from '../../db/sql'

export interface Column {
  type: string
  /** A row must say it: it may not be null and nothing else says what it is. */
  isRequired: boolean
  isNullable: boolean
}

/** What code that reads and writes a schema relies on. */
export interface Schema {
  tables: Record<string, Record<string, Column>>
  /** What rows must hold to, as `table: definition`: checks, keys, references, uniqueness, triggers. */
  rules: string[]
}

const columns = `
  SELECT relname AS "table", attname AS "column", format_type(atttypid, atttypmod) AS type, NOT attnotnull AS "isNullable",
    attnotnull AND NOT atthasdef AND attidentity = '' AND attgenerated = '' AS "isRequired"
  FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid
  WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND attnum > 0 AND NOT attisdropped
  ORDER BY relname, attname`

const rules = `
  SELECT relname || ': ' || pg_get_constraintdef(pg_constraint.oid) AS rule
    FROM pg_constraint JOIN pg_class ON pg_class.oid = conrelid
    WHERE relnamespace = 'public'::regnamespace AND contype IN ('c', 'f', 'x')
  UNION
  SELECT relname || ': ' || regexp_replace(pg_get_indexdef(indexrelid), 'INDEX \\S+ ON', 'INDEX ON')
    FROM pg_index JOIN pg_class ON pg_class.oid = indrelid
    WHERE relnamespace = 'public'::regnamespace AND indisunique
  UNION
  SELECT relname || ': ' || regexp_replace(pg_get_triggerdef(pg_trigger.oid), '^CREATE TRIGGER \\S+', 'TRIGGER')
    FROM pg_trigger JOIN pg_class ON pg_class.oid = tgrelid
    WHERE relnamespace = 'public'::regnamespace AND NOT tgisinternal
  ORDER BY 1`

/** The schema as it is in a database. */
export async function readSchema(sequelize: Sequelize): Promise<Schema> {
  const tables: Schema['tables'] = {}
  for (const { table, column, ...rest } of await select<Column & { table: string; column: string }>(
    sequelize,
    columns,
  ))
    (tables[table] ??= {})[column] = rest
  const found = await select<{ rule: string }>(sequelize, rules)
  return { tables, rules: found.map(({ rule }) => rule) }
}
