import { randomBytes } from 'node:crypto'
import type { Sequelize } from 'sequelize'
import { select } from '../../db/sql'

const columnsOf = `
  SELECT relname AS name, string_agg(quote_ident(attname), ', ' ORDER BY attnum) AS columns
  FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid
  WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND attnum > 0 AND NOT attisdropped AND attgenerated = ''
  GROUP BY relname`

/** Keeps what all tables hold now. @returns what sets the database back to it, and forgets everything since */
export async function takeBackup(sequelize: Sequelize): Promise<() => Promise<void>> {
  const schema = `backup_${randomBytes(6).toString('hex')}`
  const tables = await select<{ name: string; columns: string }>(sequelize, columnsOf, [])
  const copies = tables.map(({ name }) => `CREATE TABLE ${schema}.${name} AS TABLE public.${name};`)
  await sequelize.query(
    `BEGIN ISOLATION LEVEL REPEATABLE READ; CREATE SCHEMA ${schema}; ${copies.join('')} COMMIT`,
  )
  const inserts = tables.map(
    ({ name, columns }) =>
      `DELETE FROM public.${name};
       INSERT INTO public.${name} (${columns}) OVERRIDING SYSTEM VALUE SELECT ${columns} FROM ${schema}.${name};`,
  )
  return async () => {
    // As a restore does it: no trigger fires and nothing refers to what is not there yet.
    await sequelize.query(
      `BEGIN; SET LOCAL session_replication_role = replica; ${inserts.join('')} COMMIT; DROP SCHEMA ${schema} CASCADE`,
    )
  }
}
