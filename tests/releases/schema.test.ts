import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { awaitSchema } from '../../db/await-schema'
import { migrate } from '../../db/migrations'
import { select } from '../../db/sql'
import { silentLogger } from '../../core/logging/logger'
import { migrations } from '../../migrations/index'
import { useTestDatabase } from '../postgres/test-database'
import { contractionsBetween } from './contractions'
import { declared } from './declared'
import { readSchema, type Schema } from './read-schema'
import { onePerShape, shapeOf } from './recorded-statements'

const database = useTestDatabase()
const read = <T>(name: string) =>
  JSON.parse(readFileSync(join(import.meta.dirname, 'previous', name), 'utf8')) as T
const previous = read<Schema & { migrations: string[] }>('schema.json')
const statements = read<string[]>('statements.json')

/** The statements that Postgres does not understand, each with why. */
async function refused(): Promise<string[]> {
  const faults: string[] = []
  for (const statement of statements)
    await database.sequelize
      .query(`PREPARE recorded AS ${statement}`)
      .then(() => database.sequelize.query('DEALLOCATE recorded'))
      .catch((error: Error) => faults.push(`${error.message}: ${statement}`))
  return faults
}

/** Runs `work` on a schema that `change` was made to, and undoes that. */
async function after<Result>(change: string, work: () => Promise<Result>): Promise<Result> {
  const { sequelize } = database
  let result: Result | undefined
  const undo = new Error('undo')
  await sequelize
    .transaction(async () => {
      await sequelize.query(change)
      result = await work()
      throw undo
    })
    .catch((error: unknown) => {
      if (error !== undo) throw error
    })
  return result as Result
}

describe('the release before, beside this one, on the schema of this one', () => {
  it('finds everything that it reads and writes, and no rule that it does not know', async () => {
    const found = contractionsBetween(previous, await readSchema(database.sequelize))
    expect(found.filter((contraction) => !(contraction in declared))).toEqual([])
    expect(Object.keys(declared).filter((contraction) => !found.includes(contraction))).toEqual([])
  })

  it('has every statement of its suite understood', async () => {
    expect(statements.length).toBeGreaterThan(400)
    expect(await refused()).toEqual([])
  })

  it('starts, and its migration does nothing', async () => {
    const known = migrations.filter(({ name }) => previous.migrations.includes(name))
    expect(known.map(({ name }) => name)).toEqual(previous.migrations)
    expect(await migrate(database.sequelize, known)).toEqual([])
    const { signal } = new AbortController()
    await awaitSchema({ sequelize: database.sequelize, migrations: known, log: silentLogger, signal })
  })
})

const breaking: [string, string][] = [
  ['ALTER TABLE deployments DROP COLUMN reason', 'deployments.reason is gone'],
  ['ALTER TABLE deployments RENAME COLUMN reason TO why', 'deployments.reason is gone'],
  ['ALTER TABLE used_identities RENAME TO identities_used', 'used_identities is gone'],
  ['ALTER TABLE deployments ALTER COLUMN sequence TYPE text', 'deployments.sequence was integer and is text'],
  ['ALTER TABLE deployments ALTER COLUMN state DROP DEFAULT', 'deployments.state has no default any more'],
  [
    'ALTER TABLE environments ALTER COLUMN settings_sequence SET NOT NULL',
    'environments.settings_sequence may no longer be null',
  ],
  ['ALTER TABLE deployments ADD COLUMN risk integer NOT NULL', 'deployments.risk is new and has no default'],
  [
    "ALTER TABLE deployments ADD CHECK (reason <> 'x')",
    "new rule of deployments: CHECK ((reason <> 'x'::text))",
  ],
  [
    'CREATE UNIQUE INDEX x ON environments (team_id, name)',
    'new rule of environments: CREATE UNIQUE INDEX ON public.environments USING btree (team_id, name)',
  ],
  [
    'CREATE TRIGGER x BEFORE INSERT ON teams EXECUTE FUNCTION keep_audit_entries()',
    'new rule of teams: TRIGGER BEFORE INSERT ON public.teams FOR EACH STATEMENT EXECUTE FUNCTION keep_audit_entries()',
  ],
]

const expanding = [
  'ALTER TABLE deployments ADD COLUMN risk integer',
  'ALTER TABLE deployments ADD COLUMN risk integer NOT NULL DEFAULT 1 CHECK (risk > 0)',
  'ALTER TABLE deployments ADD COLUMN code uuid UNIQUE',
  'ALTER TABLE deployments ALTER COLUMN sequence DROP NOT NULL',
  'CREATE TABLE risks (id uuid PRIMARY KEY, team_id uuid NOT NULL REFERENCES teams ON DELETE CASCADE)',
  'CREATE INDEX x ON deployments (reason)',
  'ALTER TABLE deployments DROP CONSTRAINT deployments_state_check',
]

describe('a migration', () => {
  const found = async () => contractionsBetween(previous, await readSchema(database.sequelize))

  it.each(breaking)('that contracts is found: %s', async (change, contraction) => {
    const before = await found()
    expect((await after(change, found)).filter((one) => !before.includes(one))).toEqual([contraction])
  })

  it.each(expanding)('that expands is none of it: %s', async (change) => {
    expect(await after(change, found)).toEqual(await found())
  })

  it('that takes away what statements name has them refused', async () => {
    for (const { table, column } of [
      { table: 'deployments', column: 'reason' },
      { table: 'resources', column: 'labels' },
      { table: 'leases', column: 'holder' },
      { table: 'mail_messages', column: 'attempts' },
    ]) {
      await database.sequelize.query(`ALTER TABLE ${table} RENAME COLUMN ${column} TO renamed`)
      expect(await refused(), `${table}.${column}`).not.toEqual([])
      await database.sequelize.query(`ALTER TABLE ${table} RENAME COLUMN renamed TO ${column}`)
    }
  })
})

it('the record has every table, and each statement once', async () => {
  const tables = await select<{ name: string }>(
    database.sequelize,
    `SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' AND tablename <> 'schema_migrations'`,
  )
  const unnamed = tables.filter(
    ({ name }) => !statements.some((one) => new RegExp(`\\b${name}\\b`).test(one)),
  )
  expect(unnamed.map(({ name }) => name).filter((name) => name in previous.tables)).toEqual([])
  expect(onePerShape(statements)).toEqual(statements)
  expect(new Set(statements.map(shapeOf)).size).toBe(statements.length)
})
