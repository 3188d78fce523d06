import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describeOwnApi } from '../app/api/table'
import { createApp } from '../app/http/server/express-app'
import { createPortal } from '../app/portal'
import { createMailbox } from '../app/mail/mailbox'
import { createHttpTransport } from '../app/webhook/http-transport'
import { createProcessBooter } from '../simulator/process-booter'
import { createSimulatedAws } from '../simulator/simulated-aws'
import { askParent } from '../controller/delegation/ask-parent'
import { createControllerDependencies } from '../controller/create-dependencies'
import { startController } from '../controller/start-controller'
import { createPostgresStore } from '../controller/store/postgres'
import { systemClock } from '../core/time/clock'
import { startTracing } from '../core/tracing/start-tracing'
import { openDatabase } from '../db/database'
import { migrate } from '../db/migrations'
import { migrations } from '../migrations/index'
import { openContainers } from './containers/open-containers'
import { createConsole } from './create-console'
import { readOrCreateKeys, requireNothingSealed } from './data-folder/keys'
import { lockDataFolder } from './data-folder/lock-data-folder'
import { prepareDataFolder } from './data-folder/prepare-data-folder'
import { openDoor } from './door'
import { beginFirstRun } from './first-run/first-run'
import { openLog } from './open-log'
import type { StandaloneOptions } from './options'
import { openDatabaseServer } from './database-server'
import { secondsSince, step } from './progress'
import type { Shutdown } from './shutdown'
import { createSite } from './site'
import { loadSiteAnew, loadSiteOnce } from './site-build'
import { usualQuotas } from '../app/services/quotas/quotas'

/** The account that SDO itself would run in. */
const platformAccountNumber = '999999999999'
const buildFolder = fileURLToPath(new URL('.', import.meta.url))
const docsFolder = fileURLToPath(new URL('../app/content/docs', import.meta.url))
const publicFolder = fileURLToPath(new URL('../public', import.meta.url))

/**
 * Starts app, controller, database and simulated cloud in this process, noting in `shutdown` how to end what it started.
 * Resolves when the site serves; `fail` is called if one of them ends later by itself.
 *
 * @throws StartError for what the person at the terminal can mend
 */
export async function startStandalone(
  options: StandaloneOptions,
  shutdown: Shutdown,
  fail: (error: unknown) => void,
): Promise<void> {
  const { dataDir, port } = options
  const startedAt = performance.now()
  const clock = systemClock
  prepareDataFolder(dataDir)
  const lock = await lockDataFolder(dataDir, clock)
  shutdown.signal.addEventListener('abort', () => lock.announceEnd())
  shutdown.add('lock', async () => lock.release())
  const door = await openDoor(port)
  shutdown.add('port', () => door.close())
  const log = await openLog(dataDir, options.isDebug)
  const keys = readOrCreateKeys(dataDir)

  const server = await step('Starting the database', () => openDatabaseServer(options, log, fail))
  shutdown.add('database', () => server.stop())
  const sequelize = openDatabase(server.url)
  shutdown.add('database connections', () => sequelize.close())
  await step('Migrating the database', () => migrate(sequelize, migrations))
  if (keys.areNew) await requireNothingSealed(dataDir)

  const { containers, sentence } = await openContainers(options.docker, buildFolder)
  const cloud = await step('Starting the simulated cloud', () =>
    createSimulatedAws({
      booter: createProcessBooter({
        folder: join(dataDir, 'instances'),
        agentPath: join(buildFolder, 'agent.js'),
        containers,
      }),
      profile: options.profile,
      servesInstances: true,
      limitsRoute53: true,
      stateFile: join(dataDir, 'simulated-aws.json'),
      outputFolder: join(dataDir, 'output'),
      logger: log.child({ part: 'cloud' }),
    }),
  )
  shutdown.add('simulated cloud', () => cloud.haltAll())
  console.log(sentence)
  console.log(`Simulated accounts ${cloud.profile.says} (profile ${cloud.profile.name}).`)
  const dns = await cloud.startDns()
  shutdown.add('simulated DNS', () => dns.close())

  const traceTo = async (serviceName: string, part: string) => {
    const tracing = await startTracing(options.tracing, { serviceName, log: log.child({ part }), clock })
    shutdown.add(`traces of ${part}`, async () => tracing?.stop())
    return tracing
  }
  const tracing = {
    controller: await traceTo('sdo-controller', 'controller'),
    app: await traceTo('sdo-app', 'app'),
  }
  // Webhooks and name servers of whoever tries SDO on this machine are here, too.
  const reach = { loopback: true }
  const { controller, store, agents } = await step('Starting the controller', async () => {
    const store = createPostgresStore({ url: server.url, log: log.child({ part: 'store' }) })
    const dependencies = createControllerDependencies({
      store,
      cloud,
      delegations: askParent({ resolvers: [dns], reach, port: dns.port }),
      masterKeys: [keys.masterKey],
      database: { sequelize, url: server.url },
      clock,
      log: log.child({ part: 'controller' }),
      platformAccountNumber,
      controlCidrs: ['127.0.0.1/32'],
      // Whoever publishes an image in the console wants to see what follows.
      limits: { imageSurveySeconds: 10 },
      tracing: tracing.controller,
      // After a SIGKILL nobody should have to wait long for the lease of the process that is gone.
      election: { leaseDurationSeconds: 4, renewDeadlineSeconds: 3, retrySeconds: 1 },
    })
    return { controller: await startController(dependencies), store, agents: dependencies.agents }
  })
  shutdown.add('store', () => store.close())
  shutdown.add('controller', () => controller.stop())
  controller.whenEnded.catch(fail)

  const portal = createPortal({
    sequelize,
    databaseUrl: server.url,
    clock,
    log: log.child({ part: 'app' }),
    publicUrl: door.url,
    registrationOpen: true,
    platformAccountNumber,
    supportEmail: 'support@sdo.example',
    supportChatUrl: options.supportChatUrl,
    authenticatorKeys: { currentId: 'standalone', keys: new Map([['standalone', keys.authenticatorKey]]) },
    quotas: usualQuotas,
    issuers: options.issuers,
    webhookReach: reach,
    isSimulated: true,
    signal: shutdown.signal,
  })
  const { dependencies, services } = portal
  await step('Starting the site', async () => {
    await portal.prepare()
    const build = await (options.isDevelopment ? loadSiteAnew : loadSiteOnce)(buildFolder)
    const app = createApp({
      dependencies,
      // Given a function, Remix would work out the routes anew at every request.
      build: options.isDevelopment ? build : await build(),
      publicFolder,
      docsFolder,
      commandLine: join(buildFolder, 'cli/sdo.js'),
      describeApi: describeOwnApi,
      isStandalone: true,
      secureCookies: false,
      sessionRecordingUrl: options.sessionRecordingUrl,
      allowReload: options.isDevelopment,
      tracing: tracing.app,
    })
    door.serve(createSite(createConsole({ dependencies, cloud, dns, agents, build }), app))
  })
  const finishFirstRun = await beginFirstRun({ services, cloud, clock, dataDir, isEmpty: options.isEmpty })

  portal.startBackground({
    mail: createMailbox((line) => console.log(line)),
    webhooks: createHttpTransport({ reach }),
  })
  // Last in, first out: nobody comes in any more before the parts behind the site go.
  shutdown.add('site', async () => {
    await door.close()
    await portal.whenEnded()
  })
  console.log(`DNS of the simulated hosted zones: dig @${dns.host} -p ${dns.port} NAME`)
  console.log(`SDO is ready at ${door.url}`)

  void finishFirstRun?.(shutdown.signal).then(
    (url) =>
      console.log(`The sample application is live at ${url} (${secondsSince(startedAt)} s after the start).`),
    (error: unknown) => {
      if (shutdown.signal.aborted) return
      log.error({ err: error }, 'The first run failed')
      const reason = error instanceof Error ? error.message : String(error)
      console.log(
        `The sample application could not be deployed: ${reason} It is tried again at the next start.`,
      )
    },
  )
}
