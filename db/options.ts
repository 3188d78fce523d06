import { databaseUrlSchema } from '../core/database-url'
import { withSecretFiles } from '../core/secret-files'

/** Where the database of the `migrate` command is. @throws with the fault, without the address */
export function readDatabaseUrl(environment: NodeJS.ProcessEnv = process.env): string {
  const parsed = databaseUrlSchema.safeParse(withSecretFiles(environment, ['DATABASE_URL']).DATABASE_URL)
  if (!parsed.success) throw new Error(`DATABASE_URL ${parsed.error.issues[0]?.message ?? 'is wrong'}.`)
  return parsed.data
}
