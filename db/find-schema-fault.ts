import type { Sequelize } from 'sequelize'
import { StartFault } from '../core/start/start-fault'
import { requireSchema } from './await-schema'
import type { Migration } from './migrations'

/** Why the program cannot work with its database now, as a sentence; undefined when it can. */
export async function findSchemaFault(
  sequelize: Sequelize,
  migrations: Migration[],
): Promise<string | undefined> {
  try {
    await requireSchema({ sequelize, migrations })
    return undefined
  } catch (error) {
    return error instanceof StartFault ? error.problem : 'Postgres does not answer, or refuses.'
  }
}
