import { z } from 'zod'

const optionsSchema = z.object({ DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }) })

/** Where the database of the `migrate` command is. @throws with every fault named */
export function readDatabaseUrl(environment: NodeJS.ProcessEnv = process.env): string {
  const parsed = optionsSchema.safeParse(environment)
  if (!parsed.success)
    throw new Error(`DATABASE_URL must be a postgres:// address.\n${z.prettifyError(parsed.error)}`)
  return parsed.data.DATABASE_URL
}
