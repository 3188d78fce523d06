import type { Sequelize } from 'sequelize'
import type { Clock } from '../../core/clock'
import type { Logger } from '../../core/logger'

/** What moving a deployment on in its queue needs. */
export interface QueueDependencies {
  sequelize: Sequelize
  clock: Pick<Clock, 'now'>
  log: Logger
}
