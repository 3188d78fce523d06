import { createHash, randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { shardOf } from '../../controller/runtime/shard'
import { createPostgresStore } from '../../controller/store/postgres'
import { findOverlap } from '../../core/aws/cidr'
import { silentLogger } from '../../core/logging/logger'
import { deploymentStates } from '../../core/resources/wire-states'
import { nextRevision } from '../../db/desired-revision'
import type { AwsAccount } from '../../db/models/aws-account'
import type { Deployment } from '../../db/models/deployment'
import { Environment } from '../../db/models/environment'
import { LogMessage } from '../../db/models/log-message'
import { eventually } from '../builders/eventually'
import { behaviours } from '../builders/fake-agents'
import { seededRandom } from '../builders/seeded-random'
import {
  addVersion,
  buildApplication,
  buildEnvironment,
  buildQueuedDeployment,
  buildVersion,
} from '../builders/team-rows'
import { useTestDatabase } from '../postgres/test-database'
import { buildRealTimePlatform } from './real-time-platform'
import { ShardScript } from './shard-script'

const database = useTestDatabase()
const patienceMilliseconds = 60_000

beforeAll(() => {
  behaviours.swift = { startedAfter: 0, healthyAfter: 10, stopsWithin: 10 }
})

/** Controllers over one store, one Postgres and one AWS, with an environment in each of some accounts. */
async function setUp(holders: string[], accountCount: number) {
  const store = createPostgresStore({ url: database.url, log: silentLogger })
  const platform = await buildRealTimePlatform(database, store)
  const script = new ShardScript()
  const accounts = [platform.account]
  while (accounts.length < accountCount) accounts.push(await platform.addAccount())
  for (const { id, accountNumber } of accounts) script.know(id, accountNumber)
  onTestFinished(async () => {
    await store.close()
    await platform.aws.close()
    await database.sequelize.query('DELETE FROM resources; DELETE FROM leases; DELETE FROM teams')
  })
  for (const holder of holders) {
    const controller = await platform.start({
      ...script.observe(holder, platform.ports),
      elect: script.elect(holder),
    })
    onTestFinished(() => controller.stop())
  }
  const deploy = async (environment: Environment, tag: string): Promise<Deployment> => {
    const version = await buildVersion(await buildApplication(environment.teamId, `Shop ${tag}`), 'swift')
    const deployment = await buildQueuedDeployment(environment, [addVersion(version)])
    script.know(environment.awsAccountId, environment.id, deployment.id)
    return deployment
  }
  const startEach = () =>
    Promise.all(
      accounts.map(async (account) => {
        const environment = await buildEnvironment(account)
        await deploy(environment, 'one')
        return { account, environment, last: await deploy(environment, 'two') }
      }),
    )
  return { ...platform, script, accounts, startEach }
}

const isLive = async (deployment: Deployment) => (await deployment.reload()).state === deploymentStates.LIVE
const areLive = async (deployments: Deployment[]) =>
  (await Promise.all(deployments.map(isLive))).every(Boolean)
const shardsOf = (accounts: AwsAccount[]) => [...new Set(accounts.map(({ id }) => shardOf(id)))]

describe('several controllers, each with some of the shards', () => {
  it('carry all to Live, each only what is its own', async () => {
    const { script, startEach } = await setUp(['a', 'b'], 3)
    for (const shard of ShardScript.shards) await script.hand(shard, shard % 2 === 0 ? 'a' : 'b')
    const started = await startEach()
    await eventually('all are live', () => areLive(started.map(({ last }) => last)), patienceMilliseconds)
    expect(script.trespasses).toEqual([])
    const used = new Set(shardsOf(started.map(({ account }) => account)).map((shard) => shard % 2))
    expect(script.calls.size).toBe(used.size)
  })

  it.each([1])(
    'go on with what others had begun as shards are handed over and lost, and one of them dies: seed %i',
    async (seed) => {
      const random = seededRandom(seed)
      const { script, accounts, aws, store, startEach } = await setUp(['a', 'b', 'c'], 3)
      const living = ['a', 'b', 'c']
      const anyone = () => living[Math.floor(random() * living.length)] as string
      for (const shard of ShardScript.shards) await script.hand(shard, anyone())
      const started = await startEach()
      const lasts = started.map(({ last }) => last)

      const wanted = shardsOf(accounts)
      for (let moves = 0; moves < 30 && !(await areLive(lasts)); moves++) {
        if (moves === 12) {
          living.pop()
          script.die('c')
          for (const shard of script.heldBy('c')) await script.lose(shard, anyone())
        }
        const shard = wanted[Math.floor(random() * wanted.length)] as number
        if (random() < 0.5) await script.hand(shard, anyone())
        else await script.lose(shard, anyone())
        await new Promise((resolve) => setTimeout(resolve, random() * 150))
      }
      await eventually('all are live', () => areLive(lasts), patienceMilliseconds)
      for (const { account, environment } of started) {
        await eventually('what runs is what stands in the status', async () => {
          const { status } = (await store.get('Environment', environment.id)) ?? {}
          const running = aws
            .getAccount(account.accountNumber)
            ?.instances.filter(({ state }) => state === 'running' || state === 'pending')
          const known = status?.instances.map(({ instanceId }) => instanceId).sort()
          return (
            known &&
            running &&
            known.join() ===
              running
                .map(({ id }) => id)
                .sort()
                .join()
          )
        })
        const where = { environmentId: environment.id }
        const sequences = await LogMessage.findAll({ where, order: [['sequence', 'ASC']] })
        expect(sequences.map(({ sequence }) => sequence)).toEqual(sequences.map((_line, index) => index + 1))
      }

      for (const { environment } of started)
        await environment.update({ deletingAt: new Date(), desiredRevision: nextRevision })
      await eventually(
        'all rows are gone',
        async () => (await Environment.count()) === 0,
        patienceMilliseconds,
      )
      expect(await store.list('Deployment')).toEqual([])
      for (const { accountNumber } of accounts) {
        const left = aws.getAccount(accountNumber)
        expect(left?.vpcs).toEqual([])
        expect(left?.instances.filter(({ state }) => state !== 'terminated')).toEqual([])
      }
      expect(script.trespasses).toEqual([])
    },
    150_000,
  )

  it.each([1, 2, 3])(
    'give environments of one team in accounts of both different ranges, although they choose at the same time: seed %i',
    async (seed) => {
      const random = seededRandom(seed)
      const { script, account, addAccount, aws, store } = await setUp(['a', 'b'], 1)
      let other = await addAccount()
      while (shardOf(other.id) === shardOf(account.id)) other = await addAccount()
      await other.update({ teamId: account.teamId, name: 'Other account' })
      script.know(other.id, other.accountNumber)
      for (const shard of ShardScript.shards)
        await script.hand(shard, shard === shardOf(account.id) ? 'a' : 'b')

      const environments = await Promise.all(
        Array.from({ length: 8 }, (_, index) => buildSearcher(index % 2 === 0 ? account : other)),
      )
      for (const { id, awsAccountId } of environments) script.know(awsAccountId, id)
      const networks = async () =>
        (await store.list('Environment')).flatMap(({ status }) => status?.network ?? [])
      const haveAll = async () =>
        (await networks()).filter(({ vpcId }) => vpcId !== undefined).length === environments.length
      for (let moves = 0; moves < 6 && !(await haveAll()); moves++) {
        await new Promise((resolve) => setTimeout(resolve, random() * 100))
        if (seed > 1) await script.lose(shardOf(account.id), random() < 0.5 ? 'a' : 'b')
      }
      await eventually('all have a network', haveAll, patienceMilliseconds)

      const made = [account, other].map(({ accountNumber }) => aws.getAccount(accountNumber)?.vpcs ?? [])
      expect(made.map(({ length }) => length)).toEqual([4, 4])
      const ranges = made.flat().map(({ cidr }) => cidr)
      expect((await networks()).map(({ cidr }) => cidr).sort()).toEqual([...ranges].sort())
      for (const [index, range] of ranges.entries())
        expect(findOverlap([range], ranges.slice(index + 1))).toBeUndefined()
      expect(script.calls.size).toBe(2)
      expect(script.trespasses).toEqual([])
    },
    90_000,
  )
})

/** An environment that looks for a range from the first one on, as all others that are built here do. */
function buildSearcher({ id: awsAccountId, teamId }: AwsAccount): Promise<Environment> {
  let id = randomUUID()
  while (createHash('sha256').update(id).digest()[0] !== 0) id = randomUUID()
  return Environment.create({ id, teamId, awsAccountId, name: `Production ${id}` })
}
