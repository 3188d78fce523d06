import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { deploymentStates } from '../../../core/resources/wire-states'
import { fillTables } from '../../postgres/fill-tables'
import { scansOf } from '../../postgres/read-plans'
import { useTestDatabase } from '../../postgres/test-database'
import { onePerShape } from '../../releases/recorded-statements'
import { wholeTables } from './whole-tables'

/** What the suites before this one noted: whatever the product asked Postgres in their tests. */
const folder = join(import.meta.dirname, '../../artifacts/statements')
const environments = 10_000
/**
 * Of a thing that environments have many of. A million take minutes, and no statement has another plan then: one that picks its rows by an
 * index does so from some thousand on.
 */
const many = 100_000
/** Tables of which there is no more are read quickest as a whole. */
const few = 1_000
const { LIVE, RETIRED } = deploymentStates
const atRest = { mirrored_revision: '1', deleting_at: 'NULL' }

const database = useTestDatabase()

beforeAll(
  () =>
    fillTables(database.sequelize, {
      rows: environments,
      rowsOf: {
        audit_entries: many,
        deployments: many,
        environment_samples: many,
        environment_versions: many,
        log_messages: many,
        // They end within minutes.
        login_challenges: few,
        output_questions: few,
        terms: 3,
        request_spans: many,
        usage_minutes: many,
        usage_spans: many,
      },
      values: {
        aws_accounts: {
          ...atRest,
          account_number: `lpad(n::text, 12, '2')`,
          state: `'SUCCESS'`,
          was_right: 'true',
        },
        deployments: {
          state: `CASE WHEN n <= ${environments} THEN ${LIVE} ELSE ${RETIRED} END`,
          sequence: 'n',
          mirrored_revision: '1',
        },
        environment_samples: { hour: `now() - n / ${environments} * interval '1 day'` },
        environments: { ...atRest, status_type: `'READY'` },
        external_networks: atRest,
        hosted_zones: atRest,
        usage_spans: { seconds: `CASE WHEN n % 4 = 0 THEN 3600 ELSE 900 END` },
        users: { email: `'user' || n || '@example.com'` },
      },
    }),
  120_000,
)

const readStatements = (): string[] =>
  onePerShape(
    readdirSync(folder)
      .filter((name) => name.endsWith('.jsonl'))
      .flatMap((name) => readFileSync(join(folder, name), 'utf8').trim().split('\n'))
      .map((line) => JSON.parse(line) as string),
  )

describe(`with ${environments} environments`, () => {
  it.skipIf(!existsSync(folder))(
    'no statement of the product reads a table from its beginning to its end, but those that are to',
    async () => {
      const statements = readStatements()
      const scans: Record<string, string[]> = {}
      for (const statement of statements) {
        const tables = await scansOf(database.sequelize, statement, few)
        if (tables.length > 0) scans[statement] = tables
      }
      const isMeant = (statement: string) =>
        Object.keys(wholeTables).some((part) => `${statement};`.includes(part))
      expect(Object.entries(scans).filter(([statement]) => !isMeant(statement))).toEqual([])
      const idle = Object.keys(wholeTables).filter(
        (part) => !Object.keys(scans).some((statement) => `${statement};`.includes(part)),
      )
      expect(idle).toEqual([])
    },
    60_000,
  )

  it('a statement that reads a whole table is found', async () => {
    const bySomething = 'SELECT id FROM environments WHERE status_message = $1'
    expect(await scansOf(database.sequelize, bySomething, few)).toEqual(['environments'])
    expect(await scansOf(database.sequelize, 'SELECT id FROM environments WHERE id = $1', few)).toEqual([])
  })
})
