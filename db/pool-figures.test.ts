import { readFileSync } from 'node:fs'
import { QueryTypes } from 'sequelize'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { eventually } from '../tests/builders/eventually'
import { useTestDatabase } from '../tests/postgres/test-database'
import { connect } from './connection'
import { poolFigures } from './pool-figures'

const database = useTestDatabase()
let small: ReturnType<typeof connect>
beforeAll(() => {
  small = connect(database.url, { maxConnections: 2 })
})
afterAll(() => small.close())

/** What the page of SdoDatabasePoolExhausted has an operator ask. */
const question = /^SELECT .* FROM pg_stat_activity .*;$/m.exec(
  readFileSync('docs/operations.md', 'utf8'),
)?.[0]

interface Session {
  pid: number
  waits_for: number[]
  state: string
}

it('queries wait while a lock holds all connections, and go on once it is ended as its page says', async () => {
  await small.query('CREATE TABLE counters (value integer); INSERT INTO counters VALUES (1)')
  const holder = await database.sequelize.transaction()
  await database.sequelize.query('SELECT value FROM counters FOR UPDATE', { transaction: holder })
  const held = [1, 2].map(() => small.query('UPDATE counters SET value = value + 1'))
  const waiting = small.query('SELECT 1')
  await eventually('a query waits', () => poolFigures(small).waiting === 1)
  expect(poolFigures(small)).toEqual({ used: 2, idle: 0, waiting: 1, limit: 2 })

  const ask = (statement: string) =>
    database.sequelize.query<Session>(statement, { type: QueryTypes.SELECT, transaction: null })
  const cause = await eventually('somebody waits for one who does nothing', async () => {
    const sessions = await ask(question ?? '')
    return sessions.find(
      ({ pid, state }) =>
        state === 'idle in transaction' && sessions.some(({ waits_for }) => waits_for.includes(pid)),
    )
  })
  await ask(`SELECT pg_terminate_backend(${cause.pid})`)
  await Promise.all([...held, waiting])
  await eventually('nobody waits', () => poolFigures(small).used === 0)
  expect(poolFigures(small).waiting).toBe(0)
  await holder.rollback().catch(() => undefined)
})
