import { expect, it, onTestFinished } from 'vitest'
import { useInterruptibleDatabase } from '../tests/builders/interruptible-database'
import { VirtualClock } from '../tests/builders/virtual-clock'
import { eventually } from '../tests/builders/eventually'
import { watchDatabase } from './watch-database'

const database = useInterruptibleDatabase()

it('knows that Postgres answers, that it went away, and that it is back', async () => {
  const clock = new VirtualClock()
  const stop = new AbortController()
  onTestFinished(() => stop.abort())
  const isUp = watchDatabase({ sequelize: database.sequelize, clock, signal: stop.signal })
  expect(isUp()).toBe(false)
  await eventually('it answers', isUp)
  database.interrupt()
  await clock.advance(10_000)
  await eventually('it is away', () => !isUp())
  database.restore()
  await eventually('it is back', async () => {
    await clock.advance(10_000)
    return isUp()
  })
})

it('takes a database for away that takes connections and never answers', async () => {
  const clock = new VirtualClock()
  const stop = new AbortController()
  onTestFinished(() => stop.abort())
  let asked = 0
  const sequelize = {
    authenticate: () => (asked++ === 0 ? Promise.resolve() : new Promise<void>(() => undefined)),
  } as unknown as Parameters<typeof watchDatabase>[0]['sequelize']
  const isUp = watchDatabase({ sequelize, clock, signal: stop.signal })
  await clock.advance(1)
  expect(isUp()).toBe(true)
  await clock.advance(20_000)
  expect(isUp()).toBe(false)
})
