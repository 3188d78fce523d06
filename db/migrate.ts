import { migrations } from '../migrations/index'
import { connect } from './connection'
import { migrate } from './migrations'
import { readDatabaseUrl } from './options'

const sequelize = connect(readDatabaseUrl())
const applied = await migrate(sequelize, migrations)
console.log(applied.length === 0 ? 'The schema is up to date.' : `Applied ${applied.join(', ')}.`)
await sequelize.close()
