import type { QueryInterface, Sequelize } from 'sequelize'
import { SequelizeStorage, Umzug } from 'umzug'
import { inTransaction } from './transaction'

export interface Migration {
  /** File name without its extension, so that a .ts and its built .js are the same migration. */
  name: string
  up(parameters: { context: QueryInterface }): Promise<unknown>
}

/**
 * Brings the schema of `sequelize` up to date, forward only, in one transaction. Several processes may call it at once:
 * an advisory lock lets one at a time through.
 *
 * @returns names of the migrations that ran
 */
export function migrate(sequelize: Sequelize, migrations: Migration[]): Promise<string[]> {
  return inTransaction(sequelize, async () => {
    await sequelize.query('SELECT pg_advisory_xact_lock(72461)')
    const umzug = new Umzug<QueryInterface>({
      migrations: migrations.map(({ name, up }) => ({ name, up: ({ context }) => up({ context }) })),
      context: sequelize.getQueryInterface(),
      storage: new SequelizeStorage({ sequelize, modelName: 'schema_migrations' }),
      logger: undefined,
    })
    return (await umzug.up()).map(({ name }) => name)
  })
}
