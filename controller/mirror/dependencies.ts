import type { Sequelize } from 'sequelize'
import type { Clock } from '../../core/time/clock'
import type { Logger } from '../../core/logging/logger'
import type { Tracing } from '../../core/tracing/span'
import type { ResourceStore } from '../store/store'

/** Dependencies of bringing one row and its resource into agreement. */
export interface MirrorDependencies {
  store: ResourceStore
  sequelize: Sequelize
  clock: Clock
  log: Logger
  /** Given where somebody collects traces. */
  tracing?: Tracing
}
