import { databaseUrlSchema } from '../core/start/database-url'
import { readSecretFiles } from '../core/start/secret-files'
import { EnvironmentFault } from '../core/start/start-fault'

/** The address of the database of the `migrate` command. @throws EnvironmentFault without the address */
export function readDatabaseUrl(environment: NodeJS.ProcessEnv = process.env): string {
  const secrets = readSecretFiles(environment, ['DATABASE_URL'])
  const parsed = databaseUrlSchema.safeParse(secrets.environment.DATABASE_URL)
  if (parsed.success) return parsed.data
  const fault = secrets.faults.get('DATABASE_URL') ?? parsed.error.issues[0]?.message ?? 'is wrong'
  throw new EnvironmentFault('migration', [`DATABASE_URL: ${fault}`])
}
