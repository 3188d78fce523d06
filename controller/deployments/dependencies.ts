import type { Sequelize } from 'sequelize'
import type { Clock } from '../../core/time/clock'
import type { Logger } from '../../core/logging/logger'
import type { Tracing } from '../../core/tracing/span'

/** Dependencies of moving a deployment on in its queue. */
export interface QueueDependencies {
  sequelize: Sequelize
  clock: Pick<Clock, 'now'>
  log: Logger
  /** Given where somebody collects traces. */
  tracing?: Tracing
}
