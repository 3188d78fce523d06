import type { QueryInterface } from 'sequelize'

const renameIn = (table: string) => `
  UPDATE ${table} SET status = (status - 'liveDeployment') || jsonb_build_object('servingDeployment', status->'liveDeployment')
  WHERE status ? 'liveDeployment'`

/** The deployment whose processes serve is called so in the status of an environment, where the resource was read from and where it is kept. */
export async function up({ context: { sequelize } }: { context: QueryInterface }) {
  for (const table of ['environments', 'resources']) await sequelize.query(renameIn(table))
}
