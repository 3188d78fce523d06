import { randomInt } from 'node:crypto'
import { setMaxListeners } from 'node:events'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import type { Sequelize } from 'sequelize'
import { runMirror } from '../../../controller/mirror/mirror'
import { createSync } from '../../../controller/mirror/sync'
import { allShards } from '../../builders/all-shards'
import { silentLogger } from '../../../core/logging/logger'
import { systemClock } from '../../../core/time/clock'
import { openDatabase } from '../../../db/database'
import { migrate } from '../../../db/migrations'
import { selectFirst } from '../../../db/sql'
import { migrations } from '../../../migrations/index'
import { startEmbeddedPostgres } from '../../../standalone/postgres/embedded-postgres'
import { Shutdown } from '../../../standalone/shutdown'
import { createMemoryStore } from '../../builders/memory-store'
import { percentile, printMachine } from '../deploy/report'
import { answerEverything } from './answer'
import { Clicks } from './clicks'
import { fillRows } from './fill-rows'

/**
 * `npm run bench mirror`: how long what people ask for takes to its resource beside many environments in which nothing happens, and what
 * those cost. The mirror alone, on Postgres as it is; resources are in memory.
 */
const { values: options } = parseArgs({ options: { environments: { type: 'string', default: '10000' } } })
const environments = Number(options.environments)
const startMilliseconds = 30_000
const restMilliseconds = 60_000
const longestUnrestMilliseconds = 90_000
/** In two seconds. */
const restingTransactions = 20

const shutdown = new Shutdown()
const stopping = new AbortController()
setMaxListeners(0, stopping.signal)
async function measure(signal: AbortSignal): Promise<void> {
  printMachine()
  const { sequelize, url } = await prepare()
  await fillRows(sequelize, environments)
  const store = createMemoryStore()
  answerEverything(store, signal)
  const clicks = new Clicks(sequelize, store, environments, signal)
  const startMirror = () => {
    const ended = new AbortController()
    const common = { store, clock: systemClock, log: silentLogger }
    const sync = createSync({ ...common, sequelize })
    const mirror = { ...common, databaseUrl: url, terms: allShards({ sync }) }
    const end = AbortSignal.any([signal, ended.signal])
    setMaxListeners(0, end)
    const running = runMirror(mirror, end)
    return async () => {
      ended.abort()
      await running
    }
  }
  console.log(`\n${environments} environments, each with one live deployment, five to an account`)

  const began = performance.now()
  const stop = startMirror()
  while (!(await isAllRecorded(sequelize))) await sleep(1000, undefined, { signal })
  console.log(
    `  all made by the first mirror            ${((performance.now() - began) / 1000).toFixed(0)} s`,
  )
  await stop()
  shutdown.add('mirror', startMirror())
  const startClicks = await clicks.during(startMilliseconds)
  report('click to resource after a start', startClicks)

  await untilAtRest(sequelize, signal)
  const before = { cpu: process.cpuUsage(), ...(await activityOf(sequelize)) }
  await sleep(restMilliseconds, undefined, { signal })
  const { user, system } = process.cpuUsage(before.cpu)
  const after = await activityOf(sequelize)
  const perMinute = (value: number) => (value / environments / (restMilliseconds / 60_000)).toFixed(2)
  console.log(`  processor time per environment-minute   ${perMinute((user + system) / 1000)} ms`)
  console.log(
    `  transactions per environment-minute     ${perMinute(after.transactions - before.transactions)}`,
  )
  console.log(`  rows written per environment-minute     ${perMinute(after.written - before.written)}`)
  const restClicks = await clicks.during(restMilliseconds)
  report('click to resource at rest', restClicks)
}

/** Waits until whatever was set off has ended: Postgres has as good as nothing to do. Not for ever: there may be no rest. */
async function untilAtRest(sequelize: Sequelize, signal: AbortSignal): Promise<void> {
  const began = performance.now()
  let [before, after] = [-Infinity, 0]
  while (after - before > restingTransactions && performance.now() - began < longestUnrestMilliseconds) {
    before = (await activityOf(sequelize)).transactions
    await sleep(2000, undefined, { signal })
    after = (await activityOf(sequelize)).transactions
  }
}

function report(caption: string, milliseconds: number[]): void {
  const [p50, p99, worst] = [0.5, 0.99, 1].map((share) => percentile(milliseconds, share).toFixed(0))
  console.log(
    `  ${caption.padEnd(39)} p50 ${p50} ms, p99 ${p99} ms, worst ${worst} ms of ${milliseconds.length}`,
  )
}

async function prepare(): Promise<{ sequelize: Sequelize; url: string }> {
  const dataDir = mkdtempSync(join(tmpdir(), 'sdo-mirror-'))
  // Started by root, the database runs as another account, which has to get in.
  chmodSync(dataDir, 0o711)
  shutdown.add('data folder', async () => rmSync(dataDir, { recursive: true, force: true }))
  const postgres = await startEmbeddedPostgres({ dataDir, port: randomInt(20_000, 30_000) })
  shutdown.add('database', () => postgres.stop())
  const sequelize = openDatabase(postgres.url)
  shutdown.add('database connections', () => sequelize.close())
  await migrate(sequelize, migrations)
  return { sequelize, url: postgres.url }
}

/** Whether Postgres has a status of everything. */
async function isAllRecorded(sequelize: Sequelize): Promise<boolean> {
  const left = await selectFirst<{ count: number }>(
    sequelize,
    `SELECT (SELECT count(*) FROM environments WHERE status IS NULL)::integer
      + (SELECT count(*) FROM deployments WHERE sequence = 1 AND mirrored_revision = 0)::integer AS count`,
  )
  return left?.count === 0
}

/** What Postgres did so far. */
const activityOf = async (sequelize: Sequelize) =>
  (await selectFirst<{ transactions: number; written: number }>(
    sequelize,
    `SELECT xact_commit::integer AS transactions, (tup_inserted + tup_updated + tup_deleted)::integer AS written
      FROM pg_stat_database WHERE datname = current_database()`,
  )) ?? { transactions: NaN, written: NaN }

const measuring = measure(stopping.signal)
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stopping.abort())
const code = await measuring.then(
  () => 0,
  (error: unknown) => {
    if (!stopping.signal.aborted) console.error(error)
    return stopping.signal.aborted ? 130 : 1
  },
)
stopping.abort()
await shutdown.run(measuring, (name, error) => console.error(`The ${name} did not end well:`, error))
process.exit(code)
