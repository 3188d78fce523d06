import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { useTestDatabase } from '../postgres/test-database'

const database = useTestDatabase()
const operations = readFileSync('docs/operations.md', 'utf8')

/** What operators are told to ask Postgres or have it do; the roles are tried by app/services/audit/least-privilege.test.ts and tests/contract/production/database-password.test.ts. */
const statements = [
  ...[...operations.matchAll(/^```sql\n([\s\S]*?)\n```$/gm)].map(([, code = '']) => code),
  ...[...operations.matchAll(/`((?:SELECT|DELETE|UPDATE) [^`]+)`/g)].map(([, code = '']) => code),
]
  .filter((code) => !/GRANT|CREATE ROLE/.test(code))
  .flatMap((code) => code.split(';'))
  .map((code) => code.trim())
  .filter((code) => code !== '')

it('are found in the documentation', () => {
  expect(statements.length).toBeGreaterThan(6)
})

it.each(statements)('the schema has what operators are told to ask for: %s', async (statement) => {
  await database.sequelize.query(`PREPARE asked AS ${statement}`)
  await database.sequelize.query('DEALLOCATE asked')
})
