import { silentLogger } from '../../../core/logging/logger'
import { createPostgresStore } from '../../../controller/store/postgres'
import { useTestDatabase } from '../../postgres/test-database'
import { describeStoreContract } from './store-contract'

const database = useTestDatabase()

describeStoreContract({
  connect: () => createPostgresStore({ url: database.url, log: silentLogger }),
  async cutConnections() {
    await database.sequelize.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE datname = current_database() AND application_name LIKE 'sdo-%'`,
    )
  },
})
