import pg from 'pg'

/** Makes the database `sdo` where it is missing. */
export async function ensureDatabase(maintenanceUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: maintenanceUrl })
  await client.connect()
  const { rowCount } = await client.query("SELECT FROM pg_database WHERE datname = 'sdo'")
  if (rowCount === 0) await client.query('CREATE DATABASE sdo')
  await client.end()
}
