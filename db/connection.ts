import { Sequelize } from 'sequelize'
import { preparingDriver } from './prepared-statements'
import pg from 'pg'
import type { PoolFigures } from '../core/observability/pool-metrics'

/** A pool of connections to `url`. Nothing is connected until the first query. */
export const connect = (url: string, options: { maxConnections?: number } = {}): Sequelize =>
  new Sequelize(url, {
    dialect: 'postgres',
    dialectModule: preparingDriver,
    logging: false,
    pool: { max: options.maxConnections ?? 10, min: 0, idle: 10_000, acquire: 10_000 },
    define: { underscored: true, timestamps: false },
  })

/** Makes the database `sdo` where it is missing. */
export async function ensureDatabase(maintenanceUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: maintenanceUrl })
  await client.connect()
  const { rowCount } = await client.query("SELECT FROM pg_database WHERE datname = 'sdo'")
  if (rowCount === 0) await client.query('CREATE DATABASE sdo')
  await client.end()
}

/** How busy the connections to the database are at this moment. */
export function poolFigures(sequelize: Sequelize): PoolFigures {
  // Sequelize types its manager without its pool.
  const { pool } = sequelize.connectionManager as unknown as {
    pool: { using: number; available: number; waiting: number; maxSize: number }
  }
  const { using: used, available: idle, waiting, maxSize: limit } = pool
  return { used, idle, waiting, limit }
}
