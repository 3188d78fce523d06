import type { Sequelize } from 'sequelize'
import type { PoolFigures } from '../core/observability/pool-metrics'

/** How busy the connections to the database are at this moment. */
export function poolFigures(sequelize: Sequelize): PoolFigures {
  // Sequelize types its manager without its pool.
  const { pool } = sequelize.connectionManager as unknown as {
    pool: { using: number; available: number; waiting: number; maxSize: number }
  }
  const { using: used, available: idle, waiting, maxSize: limit } = pool
  return { used, idle, waiting, limit }
}
