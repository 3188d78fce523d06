import { randomUUID } from 'node:crypto'
import { DatabaseError } from 'sequelize'
import { expect, it } from 'vitest'
import { useTestDatabase } from '../tests/postgres/test-database'
import { Team } from './models/team'
import { select } from './sql'
import { inTransaction } from './transaction'

const database = useTestDatabase()

const countTeam = async (id: string) =>
  (await select<{ id: string }>(database.sequelize, 'SELECT id FROM teams WHERE id = $1', [id])).length

it('sees what the transaction around it has written, and nobody else does', async () => {
  const id = randomUUID()
  await inTransaction(database.sequelize, async () => {
    await Team.create({ id })
    expect(await countTeam(id)).toBe(1)
  })
  expect(await countTeam(id)).toBe(1)
})

it('does not see what the transaction around it has not written yet', async () => {
  const id = randomUUID()
  let seenOutside = -1
  let goOn = () => undefined as void
  const written = new Promise<void>((resolve) => (goOn = resolve))
  const asked = written.then(async () => (seenOutside = await countTeam(id)))
  await inTransaction(database.sequelize, async () => {
    await Team.create({ id })
    goOn()
    await asked
  })
  expect(seenOutside).toBe(0)
})

it('gives its connection back, also after a failure', async () => {
  const values = Array.from({ length: 30 }, (_, number) => number)
  const sums = values.map((value) => select(database.sequelize, 'SELECT $1::integer + 1 AS sum', [value]))
  expect(await Promise.all(sums)).toEqual(values.map((value) => [{ sum: value + 1 }]))
  for (const value of values)
    await expect(select(database.sequelize, 'SELECT 1 / ($1::integer * 0)', [value])).rejects.toThrow(
      DatabaseError,
    )
  expect(await select(database.sequelize, 'SELECT 1 AS one', [])).toEqual([{ one: 1 }])
})
