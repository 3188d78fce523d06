import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defaultLimits } from '../../../controller/environment/policy'
import { runReceivers } from '../../../controller/interruptions/run-receivers'
import { ReceiverOutcomes } from '../../../controller/interruptions/receiver-outcomes'
import { Informer } from '../../../controller/runtime/informer'
import { createPostgresStore } from '../../../controller/store/postgres'
import type { ResourceStore } from '../../../controller/store/store'
import { silentLogger } from '../../../core/logging/logger'
import type { AwsAccount } from '../../../core/resources/aws-account'
import type { Environment } from '../../../core/resources/environment'
import { systemClock } from '../../../core/time/clock'
import { openDatabase } from '../../../db/database'
import { migrate } from '../../../db/migrations'
import { migrations } from '../../../migrations/index'
import { startEmbeddedPostgres } from '../../../standalone/postgres/embedded-postgres'
import { Shutdown } from '../../../standalone/shutdown'
import { eventually } from '../../builders/eventually'
import { recordSpotEnvironments, type SpotInstance } from '../../builders/spot-environments'
import { percentile, printMachine } from '../deploy/report'
import { MemoryQueues } from './memory-queues'

/**
 * `npm run bench interruptions`: 15,000 Spot warnings at once, over 300 environments whose statuses are in Postgres: how long each takes from
 * its sending to standing in the status of its environment. The queues take no time of their own, and no environment acts on what is recorded.
 */
const instancesPerEnvironment = 50
const environmentCount = 300
const goalMilliseconds = 1000

const shutdown = new Shutdown()
const starting = measureAll()
const stop = async (code: number): Promise<never> => {
  await shutdown.run(starting, (name, error) => console.error(`The ${name} did not end well:`, error))
  process.exit(code)
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void stop(130))
await starting.then(
  (isReached) => stop(isReached ? 0 : 1),
  (error: unknown) => {
    console.error(error)
    return stop(1)
  },
)

async function measureAll(): Promise<boolean> {
  printMachine()
  const folder = mkdtempSync(join(tmpdir(), 'sdo-bench-'))
  shutdown.add('data folder', async () => rmSync(folder, { recursive: true, force: true }))
  // Started by root, the database runs as another account, which has to get in.
  chmodSync(folder, 0o711)
  const postgres = await startEmbeddedPostgres({ dataDir: folder })
  shutdown.add('database', () => postgres.stop())
  const sequelize = openDatabase(postgres.url)
  shutdown.add('database connections', () => sequelize.close())
  await migrate(sequelize, migrations)
  const store = createPostgresStore({ url: postgres.url, log: silentLogger })
  shutdown.add('store', () => store.close())
  let isReached = true
  const forget = () => sequelize.query('DELETE FROM resources')
  // The first time is a compiler's work.
  await measure(store, 10, 30)
  await forget()
  console.log('So much to warm up.')
  for (const accounts of [30, 1]) {
    isReached = (await measure(store, accounts, environmentCount)) && isReached
    await forget()
  }
  return isReached
}

/** Milliseconds of an own origin: by the clock, and of processor time of this process. */
interface Moment {
  wall: number
  own: number
}

function momentNow(): Moment {
  const { user, system } = process.cpuUsage()
  return { wall: performance.now(), own: (user + system) / 1000 }
}

async function measure(store: ResourceStore, accounts: number, environmentTotal: number): Promise<boolean> {
  const queues = new MemoryQueues()
  const made = await recordSpotEnvironments(
    store,
    { accounts, environments: environmentTotal / accounts, instances: instancesPerEnvironment },
    async (_account, _environment, clientToken) => `i-${clientToken}`,
  )
  const sent = new Map<string, Moment>()
  const recorded = new Map<string, Moment>()
  let doubled = 0
  const noteRecorded = (before: Environment, after: Environment['status']) => {
    const moment = momentNow()
    const known = new Set(
      before.status?.instances.flatMap(({ instanceId, interruptedEpoch }) =>
        instanceId && interruptedEpoch !== undefined ? instanceId : [],
      ),
    )
    for (const { instanceId, interruptedEpoch } of after?.instances ?? []) {
      if (!instanceId || interruptedEpoch === undefined || known.has(instanceId)) continue
      if (recorded.has(instanceId)) doubled += 1
      recorded.set(instanceId, moment)
    }
  }
  const stopping = new AbortController()
  const awsAccounts = new Informer<AwsAccount>()
  const environments = new Informer<Environment>()
  store.watch('AwsAccount', awsAccounts, stopping.signal)
  store.watch('Environment', environments, stopping.signal)
  await Promise.all([awsAccounts.whenSynced, environments.whenSynced])
  let writes = 0
  const woken = new Set<string>()
  const ended = runReceivers(
    {
      store: {
        get: (kind, name) => store.get(kind, name),
        async replaceStatus(kind, resource, status) {
          const written = await store.replaceStatus(kind, resource, status)
          writes += 1
          noteRecorded(resource as unknown as Environment, status as unknown as Environment['status'])
          return written
        },
      },
      cloud: queues,
      clock: systemClock,
      log: silentLogger,
      awsAccounts,
      environments,
      environmentsIn: environments.index(({ spec }) => [spec.awsAccount]),
      receiverOutcomes: new ReceiverOutcomes(),
      limits: defaultLimits,
      subscriptionSeconds: defaultLimits.subscriptionSeconds,
      wake: (environment) => woken.add(environment),
    },
    stopping.signal,
  )
  sendAll(queues, made, sent)
  await eventually('all are written down', () => recorded.size === made.length, 60_000).catch(() => undefined)
  await eventually('all are deleted from the queues', () => queues.length === 0, 60_000)
  const delays = [...sent].map(([id, moment]) => ({
    wall: (recorded.get(id)?.wall ?? Infinity) - moment.wall,
    own: (recorded.get(id)?.own ?? Infinity) - moment.own,
  }))
  stopping.abort()
  await ended
  const lost = delays.filter(({ own }) => own === Infinity).length
  const describe = (values: number[]) =>
    [0.5, 0.99, 1].map((share) => percentile(values, share).toFixed(0)).join(', ')
  const own = delays.map((delay) => delay.own)
  console.log(
    `\n${made.length} warnings at once, ${environmentTotal} environments in ${accounts === 1 ? 'one account' : `${accounts} accounts`}: ` +
      `from sending to durable record, in ms (p50, p99, worst): own processor time ${describe(own)}; ` +
      `by the clock, with Postgres and whatever else the machine does ${describe(delays.map(({ wall }) => wall))}. ` +
      `${lost} lost, ${doubled} written down twice, ${writes} writes, ${woken.size} environments woken.`,
  )
  const isReached = percentile(own, 0.99) < goalMilliseconds && lost === 0 && doubled === 0
  console.log(
    `Goal: p99 of own time under ${goalMilliseconds} ms, none lost, none doubled: ${isReached ? 'reached' : 'MISSED'}.`,
  )
  return isReached
}

/** Those of all environments mixed, all at one moment. */
function sendAll(queues: MemoryQueues, made: SpotInstance[], sent: Map<string, Moment>): void {
  const turnOf = (index: number) => (index % instancesPerEnvironment) * made.length + index
  const order = made.map((_one, index) => index).sort((a, b) => turnOf(a) - turnOf(b))
  let moment = momentNow()
  for (const [turn, index] of order.entries()) {
    const { accountNumber, instanceId } = made[index] as SpotInstance
    // To ask for it takes longer than sending.
    if (turn % instancesPerEnvironment === 0) moment = momentNow()
    sent.set(instanceId, moment)
    queues.send(accountNumber, instanceId)
  }
}
