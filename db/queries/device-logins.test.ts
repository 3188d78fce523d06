import { describe, expect, it } from 'vitest'
import { useTestDatabase } from '../../tests/postgres/test-database'
import { execute, select } from '../sql'
import { removeSurplusDeviceLogins } from './device-logins'

const database = useTestDatabase()

describe('logins of command lines beyond those that are kept', () => {
  it('are removed, however many there are, and those that began last stay', async () => {
    const { sequelize } = database
    await execute(
      sequelize,
      `INSERT INTO device_logins (id, device_code_hash, user_code_hash, state, address, user_agent, created_at, expires_at)
       SELECT gen_random_uuid(), n::text, n::text, 'pending', '', '', now(), now() + n * interval '1 second'
       FROM generate_series(1, 20000) AS n`,
      [],
    )
    await removeSurplusDeviceLogins(sequelize, 50)
    const [left] = await select<{ count: number; oldest: string }>(
      sequelize,
      'SELECT count(*)::integer AS count, min(device_code_hash::integer) AS oldest FROM device_logins',
      [],
    )
    expect(left).toEqual({ count: 50, oldest: 19_951 })
  })
})
