import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { connect } from '../../db/connection'
import { migrate } from '../../db/migrations'
import { migrations } from '../../migrations/index'
import { startEmbeddedPostgres } from '../../standalone/postgres/embedded-postgres'

declare module 'vitest' {
  export interface ProvidedContext {
    postgresUrl: string
    postgresSocketFolder: string
  }
}

/** One server for the whole run, with one migrated database that every test database is copied from. */
export default async function setup(project: TestProject) {
  const dataDir = mkdtempSync(join(tmpdir(), 'sdo-tests-'))
  // Started by root, the database runs as another account; in a closed folder its files would go elsewhere, and stay there.
  chmodSync(dataDir, 0o711)
  const postgres = await startEmbeddedPostgres({ dataDir, durable: false })
  const template = connect(postgres.url)
  await migrate(template, migrations)
  await template.close()
  project.provide('postgresUrl', postgres.url)
  project.provide('postgresSocketFolder', postgres.socketFolder ?? '')
  return async () => {
    await postgres.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}
