import { expect, it } from 'vitest'
import { useTestDatabase } from '../tests/postgres/test-database'
import { select } from './sql'

const database = useTestDatabase()

it('finds by an index what names a row of another table, when that row goes', async () => {
  const unfound = await select<{ column: string }>(
    database.sequelize,
    `SELECT conrelid::regclass || '.' || attname AS column
      FROM pg_constraint JOIN pg_attribute ON attrelid = conrelid AND attnum = conkey[1]
      WHERE contype = 'f' AND NOT EXISTS (SELECT FROM pg_index WHERE indrelid = conrelid AND indkey[0] = conkey[1])
      ORDER BY 1`,
  )
  expect(unfound.map(({ column }) => column)).toEqual([])
})
