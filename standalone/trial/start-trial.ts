import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { createAwsCloud } from '../../controller/cloud/aws/aws-cloud'
import { askParent } from '../../controller/delegation/ask-parent'
import { systemResolvers } from '../../controller/delegation/resolvers'
import { region } from '../../core/aws/region'
import { createFetchOutside } from '../../core/outgoing/fetch-outside'
import { internetAlone } from '../../core/outgoing/reach'
import { systemClock } from '../../core/time/clock'
import { openDatabase } from '../../db/database'
import { migrate } from '../../db/migrations'
import { migrations } from '../../migrations/index'
import { readOrCreateKeys } from '../data-folder/keys'
import { lockDataFolder } from '../data-folder/lock-data-folder'
import { prepareDataFolder } from '../data-folder/prepare-data-folder'
import { openDatabaseServer } from '../database-server'
import { openLog } from '../open-log'
import { StartError } from '../options'
import { step } from '../progress'
import type { Shutdown } from '../shutdown'
import { createAwsTrialAccount, readIdentity } from './account/aws-trial-account'
import { credentialsOfProfile } from './account/aws-connection'
import { beginMemory, recallMemory, writeMemory } from './memory'
import type { TrialOptions } from './options'
import { mostCost, most } from './plan/cost'
import { describePlan } from './plan/describe-plan'
import { startProduct } from './product/start-product'
import { isGood, reportJson, reportMarkdown, wordsOf, type Report } from './run/report'
import { runTrial, tearDown, type Given, type Telling } from './run/run-trial'
import { steps } from './story/steps'

const pauseMs = 3000
const patienceMs = 30 * 60_000
/** Of the hours that the cost is said for, the rest is for the removal. */
const storyMs = (most.hours - 0.75) * 3_600_000

interface Stops {
  /** Aborts at the first Ctrl-C. */
  stop: AbortSignal
  /** Aborts at the second. */
  leave: AbortSignal
}

const clock = systemClock

/**
 * Runs the trial in the account of a profile, or its removal alone.
 * @returns whether everything held, was removed, and nothing is left
 * @throws StartError for what the person can mend
 */
export async function startTrial(
  options: TrialOptions,
  bundles: { present: string; next: string },
  shutdown: Shutdown,
  { stop, leave }: Stops,
): Promise<boolean> {
  const { profile, dataDir, zoneId, image } = options
  const connection = { region, credentials: credentialsOfProfile(region, profile) }
  const { accountNumber, arn } = await step('Asking AWS whose profile it is', () => readIdentity(connection))
  prepareDataFolder(dataDir)
  const lock = await lockDataFolder(dataDir, clock)
  shutdown.add('lock', async () => lock.release())
  const account = createAwsTrialAccount(connection, accountNumber, bundles, clock)
  const choices = { image, ...(zoneId !== undefined && { zoneId }) }
  if (options.command === 'run') {
    await requireEmpty(account)
    console.log(describePlan(steps, choices, { accountNumber, region, identity: arn }, most))
    if (!options.isAgreed && !(await isAgreed(stop))) return true
  }
  const address =
    options.address ?? (await step('Asking AWS for the address of this machine', readOwnAddress))
  const memory = (options.command === 'run' ? beginMemory : recallMemory)(dataDir, accountNumber)
  if (memory.isOver) {
    console.log('The trial of this folder removed everything. Nothing is left.')
    return true
  }
  const given = await start()
  const startedEpoch = clock.now()
  if (options.command === 'teardown') {
    const { undone, left = ['AWS could not be asked.'] } = await tearDown(steps, given, telling, leave)
    for (const one of left) console.log(`Left: ${one}`)
    if (left.length === 0) console.log('Nothing is left.')
    rememberEnd(left)
    return left.length === 0 && undone.every(({ outcome }) => outcome === 'undone')
  }
  const outcome = await runTrial(steps, given, telling, { stop: limited(stop), leave })
  rememberEnd(outcome.left)
  const report: Report = {
    ...outcome,
    accountNumber,
    region,
    startedEpoch,
    endedEpoch: clock.now(),
    mostUsd: mostCost(most).usd,
    isGood: isGood(outcome),
  }
  writeFileSync(join(dataDir, 'report.json'), reportJson(report))
  writeFileSync(join(dataDir, 'report.md'), reportMarkdown(report))
  console.log(`\n${reportMarkdown(report)}The report is in ${dataDir}: report.md and report.json.`)
  return report.isGood

  function rememberEnd(left: string[] | undefined): void {
    if (left?.length === 0) writeMemory(dataDir, Object.assign(memory, { isOver: true }))
  }

  async function start(): Promise<Given> {
    const fail = (error: unknown) => log.error({ err: error }, 'The controller ended')
    const log = await openLog(dataDir, options.isDebug)
    const keys = readOrCreateKeys(dataDir)
    const server = await step('Starting the database', () => openDatabaseServer({ dataDir }, log, fail))
    shutdown.add('database', () => server.stop())
    const sequelize = openDatabase(server.url)
    shutdown.add('database connections', () => sequelize.close())
    await migrate(sequelize, migrations)
    const product = await step('Starting the product', () =>
      startProduct({
        database: { sequelize, url: server.url },
        enterCloud: ({ url, sha256 }) =>
          createAwsCloud({
            credentials: connection.credentials,
            platformAccountNumber: accountNumber,
            agentRelease: { agentBundleUrl: url, agentBundleSha256: sha256 },
            log: log.child({ part: 'cloud' }),
            clock,
          }),
        keys,
        password: memory.password,
        platformAccountNumber: accountNumber,
        controlCidrs: [`${address}/32`],
        surroundings: { delegations: askParent({ resolvers: systemResolvers() }) },
        clock,
        log,
        shutdown,
        releases: {
          last: memory.release,
          remember: (release) => writeMemory(dataDir, Object.assign(memory, { release })),
        },
        fail,
      }),
    )
    return { account, product, clock, choices, limits: { pauseMs, patienceMs } }
  }
}

/** What is there already might be somebody's, and could not be told from what the trial makes. @throws StartError */
async function requireEmpty(account: Given['account']): Promise<void> {
  const left = await step('Looking whether the account is empty', () => account.listLeft())
  if (left.length === 0) return
  throw new StartError(
    [
      'The account has what the trial would make, so it does not begin:',
      ...left.map((one) => `  ${one}`),
      'If a trial left it, run: npm run trial -- teardown --profile NAME',
    ].join('\n'),
  )
}

/** Asks at the terminal; one that is closed, or Ctrl-C, is a no. */
async function isAgreed(stop: AbortSignal): Promise<boolean> {
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  const ended = new AbortController()
  terminal.once('SIGINT', () => terminal.close())
  terminal.once('close', () => ended.abort())
  try {
    const signal = AbortSignal.any([stop, ended.signal])
    return (await terminal.question('Type yes to begin: ', { signal })).trim() === 'yes'
  } catch {
    return false
  } finally {
    terminal.close()
  }
}

/** The address that a server of AWS sees. @throws StartError */
async function readOwnAddress(): Promise<string> {
  const fetchOutside = createFetchOutside({ reach: internetAlone })
  const { body } = await fetchOutside('https://checkip.amazonaws.com/', {
    signal: AbortSignal.timeout(10_000),
  })
  const pieces: Uint8Array[] = []
  for await (const piece of body) pieces.push(piece)
  const address = Buffer.concat(pieces).toString().trim()
  if (/^\d{1,3}(\.\d{1,3}){3}$/.test(address)) return address
  throw new StartError('AWS did not say which address this machine has: give it with --address.')
}

/** Aborts as `stop` does, and when the time is over that the cost was said for. */
function limited(stop: AbortSignal): AbortSignal {
  const over = AbortSignal.timeout(storyMs)
  return AbortSignal.any([stop, over])
}

const telling: Telling = {
  begin: (name, what) => console.log(`${what === 'run' ? 'Step' : 'Removing what is of'} ${name} …`),
  end(outcome) {
    const { name, seconds, reason } = outcome
    console.log(`${name}: ${wordsOf(outcome)}, ${seconds} s${reason ? `. ${reason}` : ''}`)
  },
}
