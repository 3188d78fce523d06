import type { Dependencies } from '../dependencies'

/** Asks the database for a sign of life. @throws DomainError `unavailable` when there is none */
export async function checkHealth({ sequelize }: Dependencies): Promise<{ status: 'ok' }> {
  await sequelize.authenticate()
  return { status: 'ok' }
}
