import { randomBytes, randomUUID } from 'node:crypto'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { destination } from 'pino'
import { startController } from '../../../controller/start-controller'
import { createPostgresStore } from '../../../controller/store/postgres'
import type { ResourceStore } from '../../../controller/store/store'
import { createLogger } from '../../../core/logging/logger'
import { environmentLabel } from '../../../core/resources/metadata'
import { systemClock } from '../../../core/time/clock'
import { openDatabase } from '../../../db/database'
import { migrate } from '../../../db/migrations'
import { migrations } from '../../../migrations/index'
import { startEmbeddedPostgres } from '../../../standalone/postgres/embedded-postgres'
import { Shutdown } from '../../../standalone/shutdown'
import { buildApplicationSpec } from '../../builders/environment-parts'
import { FakeAgents } from '../../builders/fake-agents'
import { instantTimings } from '../../builders/instant-timings'
import { buildSimulatedAws, buildTemplate } from '../../builders/simulated-aws'
import { createControllerDependencies } from '../../../controller/create-dependencies'

const environmentsPerAccount = 5
const processesPerEnvironment = 10
const settleMilliseconds = 10_000
/** As long as a turn of an account: a shorter time has either all that comes in it, or nothing. */
const measuredMilliseconds = 5 * 60_000
const takeoverMilliseconds = 20_000
const externalId = 'external-id'

/** Processor time of a controller for all of so many environments, in a minute of those in which nothing happens. */
export interface SizeFigures {
  size: number
  milliseconds: number
}

/** Deploys to so many environments, and prints what the controller takes while nothing happens and when another one takes over. */
export async function measureSize(size: number): Promise<void> {
  const shutdown = new Shutdown()
  const stopping = new AbortController()
  const starting = measure(size, shutdown, stopping.signal)
  const stop = async (code: number) => {
    await shutdown.run(starting, (name, error) => console.error(`The ${name} did not end well:`, error))
    process.exit(code)
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stopping.abort())
  await starting.then(
    () => stop(0),
    (error: unknown) => {
      if (stopping.signal.aborted) return stop(130)
      console.error(error)
      return stop(1)
    },
  )
}

async function measure(size: number, shutdown: Shutdown, signal: AbortSignal): Promise<void> {
  const pass = (milliseconds: number) => sleep(milliseconds, undefined, { signal })
  const { store, start } = await prepare(size, shutdown)
  const memory = watchMemory()
  let controller = await start()
  shutdown.add('controller', () => controller.stop())
  const began = performance.now()
  await deployTo(store, size, pass)
  const deployedSeconds = (performance.now() - began) / 1000
  await pass(settleMilliseconds)
  const idle = await spendDuring(() => pass(measuredMilliseconds))
  await controller.stop()
  controller = await start()
  const takeover = await spendDuring(() => pass(takeoverMilliseconds))
  const perMinute = (idle.milliseconds / size) * (60_000 / measuredMilliseconds)
  const figures: SizeFigures = { size, milliseconds: perMinute * size }
  process.send?.(figures)
  console.log(
    [
      `${size} environments, all live after ${deployedSeconds.toFixed(0)} s`,
      `  processor time per environment and minute   ${perMinute.toFixed(0)} ms, ${(idle.milliseconds / measuredMilliseconds).toFixed(2)} cores`,
      `  event loop p99 and worst                    ${idle.p99.toFixed(0)} and ${idle.worst.toFixed(0)} ms`,
      `  the first ${takeoverMilliseconds / 1000} s after a takeover             ${(takeover.milliseconds / takeoverMilliseconds).toFixed(2)} cores, event loop worst ${takeover.worst.toFixed(0)} ms`,
      `  memory at its highest                       ${memory.highest()} MB`,
    ].join('\n'),
  )
}

/** A database, a simulated cloud with the accounts, and controllers to start on them. */
async function prepare(size: number, shutdown: Shutdown) {
  const log = createLogger('bench', 'error', destination(2))
  const dataDir = mkdtempSync(join(tmpdir(), 'sdo-scale-'))
  // Started by root, the database runs as another account, which has to get in.
  chmodSync(dataDir, 0o711)
  shutdown.add('data folder', async () => rmSync(dataDir, { recursive: true, force: true }))
  const postgres = await startEmbeddedPostgres({ dataDir })
  shutdown.add('database', () => postgres.stop())
  const sequelize = openDatabase(postgres.url)
  shutdown.add('database connections', () => sequelize.close())
  await migrate(sequelize, migrations)
  // Load balancers ask as seldom as those of AWS: their time would be counted as the controller's.
  const timings = { ...instantTimings, healthCheckIntervalMs: 10_000 }
  const { aws, booter } = await buildSimulatedAws({ clock: systemClock, timings })
  shutdown.add('simulated cloud', () => aws.haltAll())
  for (const number of accountNumbers(size))
    await aws.customer.installStack(number, buildTemplate(number, externalId))
  const masterKey = randomBytes(32)
  const store = createPostgresStore({ url: postgres.url, log })
  shutdown.add('store', () => store.close())
  const given: Parameters<typeof createControllerDependencies>[0] = {
    store,
    cloud: aws,
    delegations: aws.delegations,
    agents: new FakeAgents(systemClock, booter, masterKey),
    database: { sequelize, url: postgres.url },
    clock: systemClock,
    // At rest as after an hour in which nothing changed, for which nobody waits here.
    limits: { quietSeconds: 5 },
    log,
    masterKeys: [masterKey],
    platformAccountNumber: '999999999999',
    controlCidrs: ['127.0.0.1/32'],
  }
  return { store, start: () => startController(createControllerDependencies(given)) }
}

const accountNumbers = (size: number): string[] =>
  Array.from({ length: Math.ceil(size / environmentsPerAccount) }, (_, index) => String(222200000000 + index))

/** Resources alone: what the mirror would write for rows of the portal. */
async function deployTo(
  store: ResourceStore,
  size: number,
  pass: (milliseconds: number) => Promise<void>,
): Promise<void> {
  const deployments: string[] = []
  for (const [index, accountNumber] of accountNumbers(size).entries()) {
    const awsAccount = randomUUID()
    const settings = { isEnvironmentHolder: true, verifyRequest: 1, forceDelete: false }
    const spec = { displayName: `Account ${index}`, accountNumber, externalId, ...settings }
    await store.apply('AwsAccount', { name: awsAccount, labels: {}, spec })
    const count = Math.min(environmentsPerAccount, size - index * environmentsPerAccount)
    for (let number = 0; number < count; number++)
      deployments.push(await deployToEnvironment(store, awsAccount, `Environment ${number}`))
  }
  for (const name of deployments)
    while ((await store.get('Deployment', name))?.status?.phase !== 'Live') await pass(500)
}

/** @returns the name of the deployment */
async function deployToEnvironment(
  store: ResourceStore,
  awsAccount: string,
  displayName: string,
): Promise<string> {
  const [environment, name] = [randomUUID(), randomUUID()]
  const settings = { spotStrategy: 'ALL' as const, overrides: [] }
  await store.apply('Environment', {
    name: environment,
    labels: {},
    spec: { displayName, awsAccount, ...settings },
  })
  const applications = [buildApplicationSpec('web', { count: processesPerEnvironment })]
  await store.apply('Deployment', {
    name,
    labels: { [environmentLabel]: environment },
    spec: { environment, sequence: 1, applications },
  })
  return name
}

/** What this process takes of the processor while time passes, and how late its event loop is. */
async function spendDuring(pass: () => Promise<void>) {
  // To look every millisecond would take more of the processor than thirty environments.
  const delays = monitorEventLoopDelay({ resolution: 20 })
  delays.enable()
  const before = process.cpuUsage()
  await pass()
  const { user, system } = process.cpuUsage(before)
  delays.disable()
  return {
    milliseconds: (user + system) / 1000,
    p99: lateness(delays.percentile(99)),
    worst: lateness(delays.max),
  }
}

/** The delay of a look that comes every 20 ms when nothing holds it up. */
const lateness = (nanoseconds: number) => Math.max(0, nanoseconds / 1e6 - 20)

function watchMemory() {
  let highest = 0
  const look = () => {
    highest = Math.max(highest, process.memoryUsage.rss())
  }
  setInterval(look, 500).unref()
  return { highest: () => Math.round(highest / 1_000_000) }
}
