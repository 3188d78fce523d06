import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { systemClock } from '../core/clock'
import { createLogger } from '../core/logger'
import { createAgentClient } from './agents/agent-client'
import { createAwsCloud } from './cloud/aws/aws-cloud'
import { openPortalDatabase } from './mirror/portal-database'
import { planningMilliseconds } from './environment/policy'
import { readOptions, type Options } from './options'
import { createPlanner } from './planner/planner'
import { startController } from './start-controller'
import { createKubernetesStore } from './store/kubernetes'
import { loadKubeConfig } from './store/kubernetes-config'

/** The controller in production: resources in Kubernetes, customers' accounts in AWS. */
const options = requireOptions()
const log = createLogger('controller', options.LOG_LEVEL)
const clock = systemClock
const database = openPortalDatabase(options.DATABASE_URL)
const store = createKubernetesStore({
  kubeConfig: loadKubeConfig(),
  namespace: options.NAMESPACE,
  log,
  clock,
})
const controller = await startController({
  store,
  cloud: createAwsCloud({
    agentRelease: {
      agentBundleUrl: options.AGENT_BUNDLE_URL,
      agentBundleSha256: options.AGENT_BUNDLE_SHA256,
    },
    log,
    clock,
  }),
  agents: createAgentClient({ masterKey: options.MASTER_KEY }),
  planner: await createPlanner({ deadlineMilliseconds: planningMilliseconds }),
  database,
  clock,
  log,
  masterKey: options.MASTER_KEY,
  platformAccountNumber: options.PLATFORM_ACCOUNT_NUMBER,
  controlCidrs: options.CONTROL_CIDRS,
  identity: `${hostname()}-${randomUUID()}`,
  health: { host: options.HEALTH_HOST, port: options.HEALTH_PORT },
})
log.info({ health: controller.healthUrl }, 'The controller runs.')

async function stop(exitCode: number): Promise<never> {
  await controller.stop()
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

function requireOptions(): Options {
  try {
    return readOptions()
  } catch (failure) {
    process.stderr.write(`${failure instanceof Error ? failure.message : String(failure)}\n`)
    process.exit(1)
  }
}
