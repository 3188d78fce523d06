import { expect, it } from 'vitest'
import type { Cloud, CloudAccount } from '../../controller/cloud/cloud'
import { createEnvironmentReconciler } from '../../controller/environment/reconcile-environment'
import { ReceiverOutcomes } from '../../controller/interruptions/receiver-outcomes'
import { simulationPlanner } from '../builders/simulation-planner'
import { runController } from '../../controller/runtime/controller-loop'
import { watchResources } from '../../controller/watch-resources'
import { silentLogger } from '../../core/logging/logger'
import { environmentLabel } from '../../core/resources/metadata'
import { AgentTraffic } from '../builders/agent-traffic'
import { buildApplicationSpec } from '../builders/environment-parts'
import { allShards } from '../builders/all-shards'
import { FakeAgents } from '../builders/fake-agents'
import { MemoryBooter } from '../builders/memory-booter'
import { createMemoryStore } from '../builders/memory-store'
import { buildAwsAccountStatus } from '../builders/resource-status'
import { buildSimulatedAws, buildTemplate } from '../builders/simulated-aws'
import { VirtualClock } from '../builders/virtual-clock'

const masterKey = Buffer.alloc(32, 7)
const externalId = 'external-id'
const hangSeconds = 30

/** Ten accounts, of which the first two hold twelve environments each, and the others one. */
const accounts = Array.from({ length: 10 }, (_account, index) => ({
  name: `account-${index}`,
  accountNumber: String(200_000_000_000 + index),
  environments: index < 2 ? 12 : 1,
}))
const isLarge = ({ environments }: (typeof accounts)[number]) => environments > 1

/** What AWS says comes only after a while. */
const hanging = (account: CloudAccount, clock: VirtualClock): CloudAccount => {
  const wrap = <T extends object>(target: T): T =>
    new Proxy(target, {
      get(object, property) {
        const value: unknown = Reflect.get(object, property)
        if (typeof value === 'function')
          return async (...parameters: unknown[]) => {
            await clock.sleep(hangSeconds * 1000)
            return Reflect.apply(value, object, parameters) as unknown
          }
        return typeof value === 'object' && value !== null ? wrap(value) : value
      },
    })
  return wrap(account)
}

/** The seconds that a deployment takes in each of the small accounts, and the most reconciles that were in one account at once. */
async function measure(doLargeOnesHang: boolean) {
  const clock = new VirtualClock()
  const booter = new MemoryBooter()
  const agents = new FakeAgents(clock, booter, masterKey)
  const { aws } = await buildSimulatedAws({ clock, booter, traffic: new AgentTraffic(agents) })
  const store = createMemoryStore(clock)
  const hung = new Set(
    accounts.filter((account) => doLargeOnesHang && isLarge(account)).map((account) => account.accountNumber),
  )
  const cloud: Cloud = {
    account: (access) =>
      hung.has(access.accountNumber) ? hanging(aws.account(access), clock) : aws.account(access),
  }
  for (const { name, accountNumber, environments } of accounts) {
    await aws.customer.installStack(accountNumber, buildTemplate(accountNumber, externalId))
    const spec = {
      displayName: name,
      accountNumber,
      externalId,
      isEnvironmentHolder: true,
      verifyRequest: 0,
      forceDelete: false,
    }
    await store.replaceStatus(
      'AwsAccount',
      await store.apply('AwsAccount', { name, labels: {}, spec }),
      buildAwsAccountStatus(),
    )
    for (let index = 0; index < environments; index++)
      await store.apply('Environment', {
        name: `${name}-${index}`,
        labels: {},
        spec: { displayName: 'Shop', awsAccount: name, spotStrategy: 'ALL', overrides: [] },
      })
  }
  const stop = new AbortController()
  const { queues, watched } = watchResources(store, allShards({}), clock, stop.signal)
  const environments = watched.Environment
  const reconcileEnvironment = createEnvironmentReconciler({
    store,
    cloud,
    agents,
    planner: simulationPlanner,
    clock,
    masterKey,
    log: silentLogger,
    controlCidrs: ['203.0.113.0/24'],
    spotWarnings: new ReceiverOutcomes(),
  })
  const under: Record<string, number> = {}
  let mostAtOnce = 0
  const ended = runController(
    {
      name: 'environment',
      queue: queues.Environment,
      keys: () => environments.names(),
      concurrency: 16,
      log: silentLogger,
      clock,
      async reconcile(name) {
        const account = environments.get(name)?.spec.awsAccount ?? ''
        under[account] = (under[account] ?? 0) + 1
        mostAtOnce = Math.max(mostAtOnce, under[account])
        try {
          return await reconcileEnvironment(name)
        } finally {
          under[account] -= 1
        }
      },
    },
    stop.signal,
  )
  const small = accounts.filter((account) => !isLarge(account))
  const nameOf = ({ name }: { name: string }) => `${name}-deployment`
  // Until then the others have filled whatever workers they can.
  await clock.advance(60_000)
  const asked = clock.monotonic()
  for (const account of small)
    await store.apply('Deployment', {
      name: nameOf(account),
      labels: { [environmentLabel]: `${account.name}-0` },
      spec: { environment: `${account.name}-0`, sequence: 1, applications: [buildApplicationSpec('web')] },
    })
  const seconds = new Map<string, number>()
  await clock.advanceUntil(
    async () => {
      for (const account of small)
        if (
          !seconds.has(account.name) &&
          (await store.get('Deployment', nameOf(account)))?.status?.phase === 'Live'
        )
          seconds.set(account.name, (clock.monotonic() - asked) / 1000)
      return seconds.size === small.length
    },
    { what: 'all deployments are Live' },
  )
  stop.abort()
  await clock.finish(ended)
  return { longest: Math.max(...seconds.values()), mostAtOnce }
}

it('deployments of others take at most 1.2 times as long while a fifth of the accounts hangs', async () => {
  const usual = await measure(false)
  const hung = await measure(true)
  expect(hung.longest).toBeLessThanOrEqual(usual.longest * 1.2)
  expect([usual.mostAtOnce, hung.mostAtOnce]).toEqual([2, 2])
})
