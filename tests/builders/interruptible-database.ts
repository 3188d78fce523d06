import type { Sequelize } from 'sequelize'
import { afterAll, beforeAll } from 'vitest'
import { openDatabase } from '../../db/database'
import { useTestDatabase } from '../postgres/test-database'
import { startBreakableProxy } from './breakable-proxy'

/** A test database that goes away and comes back when the test says so. */
export function useInterruptibleDatabase() {
  const database = useTestDatabase()
  let proxy: Awaited<ReturnType<typeof startBreakableProxy>> | undefined
  let sequelize: Sequelize | undefined
  let url = ''
  beforeAll(async () => {
    const { hostname, port } = new URL(database.url)
    proxy = await startBreakableProxy({ host: hostname, port: Number(port) })
    url = Object.assign(new URL(database.url), { port: String(proxy.port) }).href
    sequelize = openDatabase(url)
  })
  afterAll(async () => {
    await sequelize?.close()
    await proxy?.close()
  })
  return {
    get url() {
      return url
    },
    get sequelize() {
      if (!sequelize) throw new Error('The test database exists only while tests run.')
      return sequelize
    },
    interrupt: () => proxy?.break(),
    restore: () => proxy?.restore(),
  }
}
