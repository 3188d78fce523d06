import { expect, it } from 'vitest'
import { useTestDatabase } from '../tests/postgres/test-database'
import { withKeyLock } from './key-lock'

const database = useTestDatabase()

it('is not waited for longer than it takes to see that its holder is stuck', async () => {
  const { sequelize } = database
  let release: () => void = () => undefined
  const stuck = new Promise<void>((resolve) => (release = resolve))
  let isHeld: () => void = () => undefined
  const held = new Promise<void>((resolve) => (isHeld = resolve))
  const holder = withKeyLock(sequelize, 'key', async () => {
    isHeld()
    await stuck
  })
  await held
  const other = withKeyLock(sequelize, 'key', async () => 'done', { wait: 20, idle: 60_000 })
  await expect(other).rejects.toThrow(/lock timeout/)
  release()
  await holder
  await expect(withKeyLock(sequelize, 'key', async () => 'done')).resolves.toBe('done')
})

it('is taken from a holder that froze', async () => {
  const { sequelize } = database
  let isHeld: () => void = () => undefined
  const held = new Promise<void>((resolve) => (isHeld = resolve))
  const frozen = withKeyLock(
    sequelize,
    'frozen',
    () => {
      isHeld()
      return new Promise<never>(() => undefined)
    },
    { wait: 1000, idle: 20 },
  )
  frozen.catch(() => undefined)
  await held
  await expect(withKeyLock(sequelize, 'frozen', async () => 'done')).resolves.toBe('done')
})
