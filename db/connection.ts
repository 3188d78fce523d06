import { Sequelize } from 'sequelize'
import { preparingDriver } from './prepared-statements'

/** A pool of connections to `url`. Nothing is connected until the first query. */
export const connect = (url: string, options: { maxConnections?: number } = {}): Sequelize =>
  new Sequelize(url, {
    dialect: 'postgres',
    dialectModule: preparingDriver,
    logging: false,
    pool: { max: options.maxConnections ?? 10, min: 0, idle: 10_000, acquire: 10_000 },
    define: { underscored: true, timestamps: false },
  })
