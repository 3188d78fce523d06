import { randomBytes } from 'node:crypto'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createServices } from '../../../app/services/services'
import { systemClock } from '../../../core/time/clock'
import { openDatabase } from '../../../db/database'
import { migrate } from '../../../db/migrations'
import { migrations } from '../../../migrations/index'
import { startEmbeddedPostgres } from '../../../standalone/postgres/embedded-postgres'
import { findFreePort } from '../../../standalone/postgres/probe'
import type { Shutdown } from '../../../standalone/shutdown'
import { dependenciesOf } from '../../builders/dependencies'
import { fillTeams, type FilledTeam } from './fill-teams'
import { startServerProcess, type ServerProcess } from './server-process'

export interface Site {
  app: ServerProcess
  bare: ServerProcess
  team: FilledTeam
  headers: Record<string, string>
}

/** Of each server, as in production. */
const poolSize = 10

/** Starts a filled database and, each in its own process, the app as production runs it and the bare server. */
export async function startSite(shutdown: Shutdown): Promise<Site> {
  const dataDir = mkdtempSync(join(tmpdir(), 'sdo-bench-'))
  shutdown.add('data folder', async () => rmSync(dataDir, { recursive: true, force: true }))
  // Started by root, the database runs as another account, which has to get in.
  chmodSync(dataDir, 0o711)
  const postgres = await startEmbeddedPostgres({ dataDir })
  shutdown.add('database', () => postgres.stop())
  const team = await fill(postgres.url)

  const bare = await startServer(
    ['--import', 'tsx', 'tests/bench/portal/bare-server.ts', postgres.url],
    await findFreePort(),
    String(poolSize),
  )
  shutdown.add('bare server', () => bare.stop())
  const app = await startApp(postgres.url, await findFreePort())
  shutdown.add('app', () => app.stop())
  return { app, bare, team, headers: await logIn(app, team) }
}

const startServer = (parameters: string[], port: number, ...more: string[]) =>
  startServerProcess([...parameters, String(port), ...more], port)

async function fill(url: string): Promise<FilledTeam> {
  const sequelize = openDatabase(url)
  await migrate(sequelize, migrations)
  const dependencies = dependenciesOf({ sequelize, clock: systemClock })
  await createServices(dependencies).terms.ensureTerms()
  const team = await fillTeams(sequelize)
  await sequelize.close()
  return team
}

const startApp = (databaseUrl: string, port: number) =>
  startServerProcess(['build/app.js'], port, {
    DATABASE_URL: databaseUrl,
    PUBLIC_URL: 'https://portal.bench',
    PLATFORM_ACCOUNT_NUMBER: '999999999999',
    TRUSTED_PROXIES: '1',
    // Nobody listens there: what is measured sends no mail.
    SMTP_URL: 'smtp://nobody:nothing@127.0.0.1:9',
    MAIL_FROM: 'SDO <portal@sdo.example>',
    SUPPORT_EMAIL: 'support@sdo.example',
    AUTHENTICATOR_KEYS: `bench:${randomBytes(32).toString('base64')}`,
    HOST: '127.0.0.1',
    PORT: String(port),
  })

/** The cookies of a browser that is logged in and has seen a page. */
async function logIn(
  { address }: ServerProcess,
  { sessionToken }: FilledTeam,
): Promise<Record<string, string>> {
  const session = `__Host-X-SDO-AUTHORIZATION=${sessionToken}`
  const answer = await fetch(`${address}/portal/account`, { headers: { cookie: session } })
  const [xsrf = ''] = answer.headers.getSetCookie().flatMap((line) => /^XSRF-TOKEN=[^;]+/.exec(line) ?? [])
  return { cookie: `${session}; ${xsrf}`, accept: '*/*' }
}
