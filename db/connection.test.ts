import { expect, it, afterAll, beforeAll } from 'vitest'
import { silentLogger } from '../core/logging/logger'
import { useTestDatabase } from '../tests/postgres/test-database'
import { connect, poolFigures } from './connection'
import { listen } from './listen'
import { readFileSync } from 'node:fs'
import { QueryTypes } from 'sequelize'
import { eventually } from '../tests/builders/eventually'

const database = useTestDatabase()
const withTls = () => `${database.url}?sslmode=verify-full`

it('sends nothing to a Postgres without TLS when TLS was asked for', async () => {
  const sequelize = connect(withTls())
  await expect(sequelize.query('SELECT 1')).rejects.toThrow(/does not support SSL/)
  await sequelize.close()
})

it('does not listen there either', async () => {
  const stopping = new AbortController()
  const warned: unknown[] = []
  const log = Object.assign(Object.create(silentLogger) as typeof silentLogger, {
    warn: (fields: unknown) => {
      warned.push(fields)
      stopping.abort()
    },
  })
  await listen({
    url: withTls(),
    channel: 'test',
    onNotify: () => undefined,
    onConnect: () => stopping.abort(),
    signal: stopping.signal,
    log,
  })
  expect(warned).toMatchObject([{ reason: expect.stringContaining('does not support SSL') as string }])
})

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
