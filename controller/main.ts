import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { systemClock } from '../core/time/clock'
import { createLogger } from '../core/logging/logger'
import { readProxyRule } from '../core/outgoing/options'
import { logStartFault } from '../core/start/start-fault'
import { warnOfVariables } from '../core/start/unknown-variables'
import { startTracing } from '../core/tracing/start-tracing'
import { steadyClock } from './runtime/steady-clock'
import { createAwsCloud } from './cloud/aws/aws-cloud'
import { askParent } from './delegation/ask-parent'
import { systemResolvers } from './delegation/resolvers'
import { awaitPortalSchema, openPortalDatabase } from './mirror/portal-database'
import { createCloudMetrics } from './metrics/cloud-metrics'
import { readOptions, unknownVariables } from './options'
import { requireOwnAccount } from './platform/require-own-account'
import { electInThread } from './runtime/elect-in-thread'
import { createMetrics } from './runtime/metrics'
import { createControllerDependencies } from './create-dependencies'
import { startController } from './start-controller'
import { createKubernetesStore } from './store/kubernetes'
import { loadKubeConfig } from './store/kubernetes-connections'
import type { LeaseJob } from './store/kubernetes-lease-job'

/** The controller in production: resources in Kubernetes, customers' accounts in AWS. */
const options = orExit(readOptions)
const proxyRule = orExit(() => readProxyRule('controller'))
const log = createLogger('controller', options.LOG_LEVEL)
warnOfVariables(log, unknownVariables())
const clock = steadyClock(systemClock, (milliseconds) =>
  log.warn({ milliseconds }, 'The clock of this machine was set. Deadlines go on as if it had not been.'),
)
const database = openPortalDatabase(options.DATABASE_URL)
const store = orExit(() =>
  createKubernetesStore({ kubeConfig: loadKubeConfig(), namespace: options.NAMESPACE, log, clock }),
)
const metrics = createMetrics({ includeProcess: true })
const tracing = await startTracing(options, { serviceName: 'sdo-controller', log, clock })
const stopping = new AbortController()
const controller = await start().catch(exit)
log.info({ health: controller.healthUrl }, 'The controller runs.')
// It leads without the database as well, and serves what runs; only what cannot pass is a reason to end.
awaitPortalSchema(database, { log, clock, signal: stopping.signal }).catch((error: unknown) => {
  logStartFault(log, 'controller', error)
  void stop(1)
})

async function start() {
  const cloud = createAwsCloud({
    platformAccountNumber: options.PLATFORM_ACCOUNT_NUMBER,
    agentRelease: {
      agentBundleUrl: options.AGENT_BUNDLE_URL,
      agentBundleSha256: options.AGENT_BUNDLE_SHA256,
    },
    log,
    clock,
    observe: createCloudMetrics(metrics.registry),
    proxyRule,
  })
  await requireOwnAccount(cloud.platform, clock)
  const dependencies = createControllerDependencies({
    store,
    cloud,
    delegations: askParent({ resolvers: options.DNS_RESOLVERS ?? systemResolvers() }),
    masterKeys: options.MASTER_KEY,
    database,
    metrics,
    clock,
    log,
    tracing,
    agentRelease: { url: options.AGENT_BUNDLE_URL, sha256: options.AGENT_BUNDLE_SHA256 },
    platformAccountNumber: options.PLATFORM_ACCOUNT_NUMBER,
    controlCidrs: options.CONTROL_CIDRS,
    elect: electInThread<LeaseJob>({
      module: new URL('./store/kubernetes-lease-job', import.meta.url),
      given: { namespace: options.NAMESPACE, logLevel: options.LOG_LEVEL },
    }),
    identity: `${hostname()}-${randomUUID()}`,
    health: { host: options.HEALTH_HOST, port: options.HEALTH_PORT },
  })
  return await startController(dependencies)
}

async function stop(exitCode: number): Promise<never> {
  stopping.abort()
  await controller.stop()
  await tracing?.stop()
  await store.close()
  await database.sequelize.close()
  process.exit(exitCode)
}

for (const signal of ['SIGTERM', 'SIGINT'] as const)
  process.once(signal, () => {
    log.info({ signal }, 'The controller stops.')
    void stop(0)
  })
controller.whenEnded.catch((error: unknown) => {
  log.fatal({ err: error }, 'The controller cannot go on.')
  void stop(1)
})

function exit(failure: unknown): never {
  logStartFault(createLogger('controller'), 'controller', failure)
  process.exit(1)
}

function orExit<Value>(build: () => Value): Value {
  try {
    return build()
  } catch (failure) {
    return exit(failure)
  }
}
