import type { QueryInterface } from 'sequelize'

const phases = {
  INITIALIZING: 'Initializing',
  INITIAL_SETUP: 'SetupNeeded',
  CONFIGURATION_CHANGE: 'UpdateNeeded',
  UPDATING_STATUS: 'Examining',
  DELETING: 'Deleting',
  FAILURE: 'Failure',
  SUCCESS: 'Ready',
}

const renameIn = (table: string) => `
  UPDATE ${table} SET status = jsonb_set(status, '{phase}', $1::jsonb->(status->>'phase')) WHERE $1::jsonb ? (status->>'phase')`

/** The phases of an AWS account are spelled as those of the other resources, where the resource was read from and where it is kept. */
export async function up({ context: { sequelize } }: { context: QueryInterface }) {
  for (const table of ['aws_accounts', 'resources'])
    await sequelize.query(renameIn(table), { bind: [JSON.stringify(phases)] })
}
