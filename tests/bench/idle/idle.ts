import { randomBytes, randomUUID } from 'node:crypto'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { destination } from 'pino'
import { createProcessBooter } from '../../../simulator/process-booter'
import { createSimulatedAws } from '../../../simulator/simulated-aws'
import { startController } from '../../../controller/start-controller'
import { createKubernetesStore } from '../../../controller/store/kubernetes'
import type { ResourceStore } from '../../../controller/store/store'
import { systemClock } from '../../../core/time/clock'
import { createLogger } from '../../../core/logging/logger'
import { environmentLabel } from '../../../core/resources/metadata'
import { openDatabase } from '../../../db/database'
import { migrate } from '../../../db/migrations'
import { migrations } from '../../../migrations/index'
import { startEmbeddedPostgres } from '../../../standalone/postgres/embedded-postgres'
import { Shutdown } from '../../../standalone/shutdown'
import { buildApplicationSpec } from '../../builders/environment-parts'
import { buildTemplate } from '../../builders/simulated-aws'
import { startControlPlane } from '../../kube/control-plane'
import { printMachine } from '../deploy/report'
import { createControllerDependencies } from '../../../controller/create-dependencies'

/** `npm run bench idle`: what environments cost the controller in which nothing happens, with Kubernetes and agents as they are. */
const environmentCount = 6
const settleMilliseconds = 20_000
const measuredMilliseconds = 60_000
const accountNumber = '111122223333'
const externalId = 'external-id'

const shutdown = new Shutdown()
const starting = measure()
let isStopping = false
async function stop(code: number): Promise<never> {
  isStopping = true
  await shutdown.run(starting, (name, error) => console.error(`The ${name} did not end well:`, error))
  process.exit(code)
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void stop(130))
await starting.then(
  () => stop(0),
  (error: unknown) => {
    if (!isStopping) console.error(error)
    return stop(1)
  },
)

async function measure(): Promise<void> {
  printMachine()
  const store = await start()
  await deployTo(store)
  await sleep(settleMilliseconds)
  const before = process.cpuUsage()
  await sleep(measuredMilliseconds)
  const { user, system } = process.cpuUsage(before)
  const milliseconds = (user + system) / 1000
  const perMinute = (milliseconds / environmentCount) * (60_000 / measuredMilliseconds)
  console.log(`\n${environmentCount} idle environments, each with one instance and two processes`)
  console.log(
    `  processor time per environment and minute   ${perMinute.toFixed(0)} ms (simulated cloud included)`,
  )
}

async function start(): Promise<ResourceStore> {
  const log = createLogger('bench', 'error', destination(2))
  const folder = mkdtempSync(join(tmpdir(), 'sdo-idle-'))
  // Started by root, the database runs as another account, which has to get in.
  chmodSync(folder, 0o711)
  shutdown.add('folder', async () => rmSync(folder, { recursive: true, force: true }))
  const plane = await startControlPlane()
  shutdown.add('Kubernetes API', () => plane.stop())
  const postgres = await startEmbeddedPostgres({ dataDir: folder })
  shutdown.add('database', () => postgres.stop())
  const sequelize = openDatabase(postgres.url)
  shutdown.add('database connections', () => sequelize.close())
  await migrate(sequelize, migrations)

  const cloud = await createSimulatedAws({
    booter: createProcessBooter({ folder: join(folder, 'instances'), agentPath: resolve('build/agent.js') }),
    stateFile: join(folder, 'simulated-aws.json'),
    timings: { bootMs: 0, visibilityLagMs: 0 },
    logger: log,
  })
  shutdown.add('simulated cloud', () => cloud.haltAll())
  await cloud.customer.installStack(accountNumber, buildTemplate(accountNumber, externalId))

  const masterKey = randomBytes(32)
  const store = createKubernetesStore({ kubeConfig: plane.kubeConfig, namespace: 'sdo', log })
  shutdown.add('store', () => store.close())
  const controller = await startController(
    createControllerDependencies({
      store,
      cloud,
      delegations: cloud.delegations,
      database: { sequelize, url: postgres.url },
      clock: systemClock,
      log,
      masterKeys: [masterKey],
      platformAccountNumber: '999999999999',
      controlCidrs: ['127.0.0.1/32'],
    }),
  )
  shutdown.add('controller', () => controller.stop())
  return store
}

/** Resources alone: what the mirror would write for rows of the portal. */
async function deployTo(store: ResourceStore): Promise<void> {
  const awsAccount = randomUUID()
  await store.apply('AwsAccount', {
    name: awsAccount,
    labels: {},
    spec: {
      displayName: 'Idle',
      accountNumber,
      externalId,
      isEnvironmentHolder: true,
      verifyRequest: 1,
      forceDelete: false,
    },
  })
  const deployments: string[] = []
  for (let index = 0; index < environmentCount; index++) {
    const environment = randomUUID()
    const spec = { displayName: `Idle ${index}`, awsAccount, spotStrategy: 'ALL' as const, overrides: [] }
    await store.apply('Environment', { name: environment, labels: {}, spec })
    const applications = [buildApplicationSpec('web', { count: 2 })]
    const name = randomUUID()
    deployments.push(name)
    await store.apply('Deployment', {
      name,
      labels: { [environmentLabel]: environment },
      spec: { environment, sequence: 1, applications },
    })
  }
  for (const name of deployments)
    while ((await store.get('Deployment', name))?.status?.phase !== 'Live') {
      if (isStopping) return
      await sleep(500)
    }
}
