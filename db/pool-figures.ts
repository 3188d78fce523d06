import type { Sequelize } from 'sequelize'

export interface PoolFigures {
  /** Connections that a query or transaction has. */
  used: number
  /** Connections that wait for one. */
  idle: number
  /** Queries and transactions that wait for a connection. */
  waiting: number
  /** As many connections as there may be. */
  limit: number
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
