import { expect, it } from 'vitest'
import { silentLogger } from '../core/logging/logger'
import { useTestDatabase } from '../tests/postgres/test-database'
import { connect } from './connection'
import { listen } from './listen'

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
