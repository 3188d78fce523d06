import { createLogger } from '../core/logging/logger'
import { logStartFault } from '../core/start/start-fault'
import { migrations } from '../migrations/index'
import { connect } from './connection'
import { migrate } from './migrations'
import { readDatabaseUrl } from './options'

/** Brings the schema up to date: the first thing of a new release. */
const log = createLogger('migrate')
try {
  const sequelize = connect(readDatabaseUrl())
  const applied = await migrate(sequelize, migrations)
  log.info({ applied }, applied.length === 0 ? 'The schema is up to date.' : 'The schema was changed.')
  await sequelize.close()
} catch (error) {
  logStartFault(log, 'migration', error)
  process.exitCode = 1
}
