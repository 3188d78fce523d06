import { randomBytes } from 'node:crypto'
import pg from 'pg'
import type { Sequelize } from 'sequelize'
import { afterAll, beforeAll, inject } from 'vitest'
import { openDatabase } from '../../db/database'
import { recordStatements } from '../releases/recorded-statements'

// For the record of a release (tests/releases/record.ts), and for the plans that Postgres makes of it (tests/contract/database).
if (process.env.SDO_RECORD_STATEMENTS) recordStatements(process.env.SDO_RECORD_STATEMENTS)

export interface TestDatabase {
  readonly url: string
  readonly sequelize: Sequelize
}

/** Gives the calling test file a migrated database of its own, made before its tests and dropped after them. */
export function useTestDatabase(): TestDatabase {
  const name = `test_${randomBytes(6).toString('hex')}`
  let url = ''
  let sequelize: Sequelize | undefined
  beforeAll(async () => {
    const templateUrl = inject('postgresUrl')
    await administer(templateUrl, `CREATE DATABASE ${name} TEMPLATE sdo STRATEGY FILE_COPY`)
    url = Object.assign(new URL(templateUrl), { pathname: `/${name}` }).href
    sequelize = openDatabase(bySocket(url))
  })
  afterAll(async () => {
    await sequelize?.close()
    await administer(inject('postgresUrl'), `DROP DATABASE ${name} WITH (FORCE)`)
  })
  return {
    get url() {
      return url
    },
    get sequelize() {
      if (!sequelize) throw new Error('The test database exists only while tests run.')
      return sequelize
    },
  }
}

/** Much of the tests' time is queries, and by a socket each takes a quarter less of the processor than by TCP. */
function bySocket(url: string): string {
  const address = new URL(url)
  address.searchParams.set('host', inject('postgresSocketFolder'))
  return address.href
}

export async function administer(templateUrl: string, statement: string): Promise<void> {
  const maintenance = Object.assign(new URL(templateUrl), { pathname: '/postgres' }).href
  const client = new pg.Client({ connectionString: maintenance })
  await client.connect()
  await client.query(statement)
  await client.end()
}
