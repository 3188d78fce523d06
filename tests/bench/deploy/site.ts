import { randomBytes } from 'node:crypto'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { ServerBuild } from '@remix-run/node'
import { destination } from 'pino'
import type { Sequelize } from 'sequelize'
import { describeOwnApi } from '../../../app/api/table'
import { createApp } from '../../../app/http/server/express-app'
import { createServices } from '../../../app/services/services'
import { createAgentClient } from '../../../controller/agents/agent-client'
import type { InstanceBooter } from '../../../simulator/booter'
import { createSimulatedAws, type SimulatedAws } from '../../../simulator/simulated-aws'
import type { Timings } from '../../../simulator/timings'
import { startController } from '../../../controller/start-controller'
import { createPostgresStore } from '../../../controller/store/postgres'
import { systemClock } from '../../../core/time/clock'
import { createLogger, type Logger } from '../../../core/logging/logger'
import { openDatabase } from '../../../db/database'
import { migrate } from '../../../db/migrations'
import { migrations } from '../../../migrations/index'
import { startEmbeddedPostgres } from '../../../standalone/postgres/embedded-postgres'
import { Shutdown } from '../../../standalone/shutdown'
import { listen } from '../../builders/browser'
import { dependenciesOf } from '../../builders/dependencies'
import { Recorder } from './recorder'
import { timeAgents, timeBoots, timeCloud, timePasses, timeTargetChecks } from './timed-ports'
import { createControllerDependencies } from '../../../controller/create-dependencies'

export interface Site {
  /** Of the portal, without a trailing slash. */
  address: string
  cloud: SimulatedAws
  sequelize: Sequelize
  recorder: Recorder
  /** Ends everything and removes its files. */
  stop(): Promise<void>
}

export interface SiteOptions {
  timings: Partial<Timings>
  /** `folder` is for its files. */
  createBooter(folder: string, log: Logger): InstanceBooter
}

const platformAccountNumber = '999999999999'

/** Everything that `npm start` runs, from its real parts, in this process, with the time that others take recorded. */
export async function startSite({ timings, createBooter }: SiteOptions): Promise<Site> {
  const shutdown = new Shutdown()
  const starting = start(shutdown, timings, createBooter)
  const stop = () =>
    shutdown.run(starting, (name, error) => console.error(`The ${name} did not end well:`, error))
  stopBeforeTheEnd(shutdown, stop)
  try {
    return { ...(await starting), stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Whatever ends this process, the database and the agents must not outlive it. */
function stopBeforeTheEnd(shutdown: Shutdown, stop: () => Promise<void>): void {
  const end = (code: number) => void stop().then(() => process.exit(code))
  const interrupt = () => end(130)
  const fail = (error: unknown) => {
    console.error(error)
    end(1)
  }
  const events = { SIGINT: interrupt, SIGTERM: interrupt, uncaughtException: fail, unhandledRejection: fail }
  for (const [event, listener] of Object.entries(events)) process.on(event, listener)
  shutdown.add('listeners', async () => {
    for (const [event, listener] of Object.entries(events)) process.off(event, listener)
  })
}

async function start(
  shutdown: Shutdown,
  timings: Partial<Timings>,
  createBooter: SiteOptions['createBooter'],
): Promise<Omit<Site, 'stop'>> {
  const clock = systemClock
  const log = createLogger('bench', 'error', destination(2))
  const recorder = new Recorder()
  const dataDir = mkdtempSync(join(tmpdir(), 'sdo-bench-'))
  shutdown.add('data folder', async () => rmSync(dataDir, { recursive: true, force: true }))
  // Started by root, the database runs as another account, which has to get in.
  chmodSync(dataDir, 0o711)

  const postgres = await startEmbeddedPostgres({ dataDir })
  shutdown.add('database', () => postgres.stop())
  const sequelize = openDatabase(postgres.url)
  shutdown.add('database connections', () => sequelize.close())
  await migrate(sequelize, migrations)

  const checks = timeTargetChecks(recorder)
  const cloud = await createSimulatedAws({
    booter: timeBoots(createBooter(join(dataDir, 'instances'), log), recorder),
    stateFile: join(dataDir, 'simulated-aws.json'),
    timings,
    traffic: checks.traffic,
    logger: log,
  })
  shutdown.add('simulated cloud', () => cloud.haltAll())

  const masterKey = randomBytes(32)
  const store = createPostgresStore({ url: postgres.url, log })
  shutdown.add('store', () => store.close())
  const controller = await startController(
    createControllerDependencies({
      store,
      cloud: timeCloud(cloud, recorder, checks.registered),
      delegations: cloud.delegations,
      agents: timeAgents(createAgentClient({ masterKeys: [masterKey] }), recorder),
      database: { sequelize, url: postgres.url },
      clock,
      log,
      masterKeys: [masterKey],
      platformAccountNumber,
      controlCidrs: ['127.0.0.1/32'],
      metrics: timePasses(recorder),
    }),
  )
  shutdown.add('controller', () => controller.stop())

  const dependencies = dependenciesOf({ sequelize, clock }, { log, platformAccountNumber })
  await createServices(dependencies).terms.ensureTerms()
  const build = (await import(pathToFileURL(resolve('build/app/index.js')).href)) as ServerBuild
  const app = createApp({
    dependencies,
    build,
    publicFolder: 'public',
    docsFolder: 'app/content/docs',
    commandLine: resolve('build/cli/sdo.js'),
    describeApi: describeOwnApi,
    isStandalone: true,
    secureCookies: false,
  })
  const { address, close } = await listen(app)
  shutdown.add('site', close)
  return { address, cloud, sequelize, recorder }
}
