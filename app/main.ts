import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { ServerBuild } from '@remix-run/node'
import { systemClock } from '../core/time/clock'
import { createLogger } from '../core/logging/logger'
import { startHealthServer } from '../core/observability/health-server'
import { createFetchOutside } from '../core/outgoing/fetch-outside'
import { readProxyRule } from '../core/outgoing/options'
import type { ProxyRule } from '../core/outgoing/proxy-rule'
import { internetAlone, wherever } from '../core/outgoing/reach'
import { trackDatabase, trackPool } from '../core/observability/pool-metrics'
import { logStartFault, StartFault } from '../core/start/start-fault'
import { warnOfVariables } from '../core/start/unknown-variables'
import { startTracing } from '../core/tracing/start-tracing'
import { awaitSchema } from '../db/await-schema'
import { findSchemaFault } from '../db/find-schema-fault'
import { openDatabase } from '../db/database'
import { poolFigures } from '../db/connection'
import { watchDatabase } from '../db/watch-database'
import { migrations } from '../migrations/index'
import { describeOwnApi } from './api/table'
import { createApp } from './http/server/express-app'
import { createGate } from './http/server/gate'
import { createLimitedServer } from './http/server/limited-server'
import { createAppMetrics } from './metrics/app-metrics'
import { createSmtpTransport } from './mail/smtp-transport'
import { readOptions, unknownVariables, type Options } from './options'
import { createPortal } from './portal'
import { quotasOf } from './services/quotas/quotas'
import { createHttpTransport } from './webhook/http-transport'

/** The app in production: serves what `remix build` made, from the folder it is started in. */
const { options, proxyRule } = requireOptions()
const log = createLogger('app', options.LOG_LEVEL)
warnOfVariables(log, unknownVariables())
const sequelize = openDatabase(options.DATABASE_URL)
const metrics = createAppMetrics({ includeProcess: true })
trackPool(metrics.registry, () => poolFigures(sequelize))
const publicUrl = options.PUBLIC_URL.replace(/\/+$/, '')
const stopping = new AbortController()
trackDatabase(metrics.registry, watchDatabase({ sequelize, clock: systemClock, signal: stopping.signal }))
const portal = createPortal({
  sequelize,
  databaseUrl: options.DATABASE_URL,
  clock: systemClock,
  log,
  publicUrl,
  registrationOpen: options.REGISTRATION_OPEN,
  platformAccountNumber: options.PLATFORM_ACCOUNT_NUMBER,
  supportEmail: options.SUPPORT_EMAIL,
  supportChatUrl: options.SUPPORT_CHAT_URL,
  authenticatorKeys: options.AUTHENTICATOR_KEYS,
  quotas: quotasOf(options),
  issuers: options.OIDC_ISSUERS,
  fetch: createFetchOutside({ reach: wherever, proxyRule }),
  metrics,
  signal: stopping.signal,
})
const tracing = await startTracing(options, { serviceName: 'sdo-app', log, clock: systemClock })
const gate = createGate()
let isServing = false
const server = createLimitedServer(gate.handler)

// New connections are refused at once; open requests get their answer, and mails under way are finished.
for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.once(signal, () => {
    log.info({ signal }, 'stopping')
    stopping.abort()
    const closed = new Promise((resolve) => server.close(resolve))
    server.closeIdleConnections()
    void Promise.all([closed, portal.whenEnded()])
      .then(() => Promise.all([sequelize.close(), tracing?.stop()]))
      .then(() => process.exit(0))
    setTimeout(() => process.exit(1), 20_000).unref()
  })
}

try {
  // Before the database is asked, so that whoever watches over the portal sees that it waits.
  const health = { host: options.HEALTH_HOST, port: options.HEALTH_PORT }
  await startHealthServer({ ...health, registry: metrics.registry, findFaults })
  server.listen(options.PORT, options.HOST)
  await once(server, 'listening')
  log.info({ port: options.PORT }, 'listening')
  await awaitSchema({
    sequelize,
    migrations,
    prepare: () => portal.prepare(),
    log,
    signal: stopping.signal,
  })
  if (!stopping.signal.aborted) await serve()
} catch (error) {
  logStartFault(log, 'portal', error)
  process.exit(1)
}

async function serve(): Promise<void> {
  const app = createApp({
    dependencies: portal.dependencies,
    build: await loadSite(),
    publicFolder: resolve('public'),
    docsFolder: resolve('build/docs'),
    commandLine: resolve('build/cli/sdo.js'),
    describeApi: describeOwnApi,
    isStandalone: false,
    secureCookies: publicUrl.startsWith('https:'),
    sessionRecordingUrl: options.SESSION_RECORDING_URL,
    deployAction: options.DEPLOY_ACTION,
    trustProxy: options.TRUSTED_PROXIES,
    tracing,
  })
  gate.open(app)
  isServing = true
  portal.startBackground({
    mail: createSmtpTransport({ settings: options.SMTP_URL, sender: options.MAIL_FROM }),
    webhooks: createHttpTransport({ reach: internetAlone, proxyRule }),
  })
}

/** Why no request should come here now. */
async function findFaults(): Promise<string[]> {
  if (stopping.signal.aborted) return ['It is stopping.']
  const fault = await findSchemaFault(sequelize, migrations)
  if (fault !== undefined) return [fault]
  return isServing ? [] : ['It is starting.']
}

/** @throws StartFault if the site was not built */
async function loadSite(): Promise<ServerBuild> {
  const path = resolve('build/app/index.js')
  if (!existsSync(path))
    throw new StartFault(
      `There is no ${path}.`,
      'Start the portal in the folder that holds build/, or run: npm run build',
    )
  return (await import(pathToFileURL(path).href)) as ServerBuild
}

function requireOptions(): { options: Options; proxyRule: ProxyRule } {
  try {
    return { options: readOptions(), proxyRule: readProxyRule('portal') }
  } catch (failure) {
    logStartFault(createLogger('app'), 'portal', failure)
    process.exit(1)
  }
}
