import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'
import { onTestFinished } from 'vitest'
import { migrate } from '../../db/migrations'
import { migrations } from '../../migrations/index'
import { postgresClientFolder } from './client-programs'
import type { TestDatabase } from './test-database'

const page = readFileSync('docs/operations.md', 'utf8')

/** What stands under a heading of docs/operations.md. @throws where there is no such heading */
function sectionOf(heading: string): string {
  const [, rest] = page.split(`\n### ${heading}\n`)
  if (rest === undefined) throw new Error(`docs/operations.md has no heading ${heading}.`)
  return rest.split('\n### ')[0] ?? ''
}

/** Backs the database up by the command that docs/operations.md prints. @returns what restores it as that page says, and ends all sessions */
export async function takePrintedBackup({ url, sequelize }: TestDatabase): Promise<() => Promise<void>> {
  const [, printed = ''] = /```sh\n([\s\S]*?)```/.exec(sectionOf('Back up Postgres')) ?? []
  const [backUp = '', putBack = ''] = printed.trim().split('\n')
  const [, endSessions = ''] = /`(DELETE FROM sessions;)`/.exec(sectionOf('Restore Postgres')) ?? []
  const cwd = mkdtempSync(join(tmpdir(), 'sdo-backup-'))
  onTestFinished(() => rmSync(cwd, { recursive: true }))
  const PATH = `${await postgresClientFolder()}${delimiter}${process.env.PATH}`
  const inShell = (command: string) =>
    promisify(execFile)('sh', ['-e', '-c', command], {
      cwd,
      env: { ...process.env, PATH, DATABASE_URL: url },
    })
  await inShell(backUp)
  return async () => {
    await inShell(putBack)
    await migrate(sequelize, migrations)
    await sequelize.query(endSessions)
  }
}
