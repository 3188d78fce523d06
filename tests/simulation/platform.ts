import type { Sequelize } from 'sequelize'
import { seededRandom } from '../builders/seeded-random'
import { createEnvironmentReconciler } from '../../controller/environment/reconcile-environment'
import { readEnvironmentsIn } from '../../controller/external/aws-account/environments-in'
import { createAwsAccountReconciler } from '../../controller/external/aws-account/reconcile-aws-account'
import { listCompared, type SeenRow } from '../../controller/mirror/mirrored-kinds'
import { createSync } from '../../controller/mirror/sync'
import { ReceiverOutcomes } from '../../controller/interruptions/receiver-outcomes'
import { simulationPlanner } from '../builders/simulation-planner'
import { patienceSeconds, raiseQuotas, simulationProfile } from '../builders/simulation-profile'
import type { ProfileName } from '../../simulator/profiles/profiles'
import type { ResourceStore } from '../../controller/store/store'
import { silentLogger } from '../../core/logging/logger'
import { kindsInOrder } from '../../core/resources/kinds'
import type { Environment } from '../../db/models/environment'
import { AgentTraffic } from '../builders/agent-traffic'
import { FakeAgents } from '../builders/fake-agents'
import { MemoryBooter } from '../builders/memory-booter'
import { createMemoryStore } from '../builders/memory-store'
import { buildSimulatedAws } from '../builders/simulated-aws'
import { buildAccount, buildEnvironment } from '../builders/team-rows'
import { VirtualClock } from '../builders/virtual-clock'
import { createWarningReceiver } from '../builders/warning-receiver'
import { Death, mortal } from './mortal'

const masterKey = Buffer.alloc(32, 7)

export interface PlatformOptions {
  sequelize: Sequelize
  environments: number
  seed?: number
  /** What the account is like; default: the suite's. */
  profile?: ProfileName
  /** Whether Postgres learns what a pass did only after the next one. */
  isMirrorBehind?: boolean
  /** What holds the resources, in place of memory. */
  openStore?: (clock: VirtualClock) => ResourceStore
  /** The most calls to the outside that a controller lives for; another one then goes on. Absent: none dies. */
  mostCalls?: number
}

/**
 * Rows in Postgres, the mirror, the reconcilers and a resource store that can be lost, in virtual time: what runs when, and in which
 * order, is decided here and by the seed.
 */
export async function buildPlatform(options: PlatformOptions) {
  const { sequelize, environments, seed = 1, isMirrorBehind, openStore, mostCalls } = options
  const profile = options.profile ?? simulationProfile()
  const patience = options.profile ? 0 : patienceSeconds(profile)

  const clock = new VirtualClock()
  const booter = new MemoryBooter()
  const agents = new FakeAgents(clock, booter, masterKey)
  const random = seededRandom(seed)
  const { aws, accountNumber, externalId } = await buildSimulatedAws({
    clock,
    booter,
    seed,
    traffic: new AgentTraffic(agents),
    profile,
    ...(profile === 'fast' && { timings: { bootMs: 3000 } }),
  })
  if (!options.profile) await raiseQuotas(aws, accountNumber)
  // The stack was installed before the account was examined.
  await clock.advance(aws.slowestRoleChangeMs)
  const account = await buildAccount()
  await account.update({ accountNumber, externalId, verifyRequest: 1, isEnvironmentHolder: true })
  const rows: Environment[] = []
  for (let index = 1; index <= environments; index++)
    rows.push(await buildEnvironment(account, `Environment ${index}`))

  let resources = createMemoryStore(clock)
  const opened = openStore?.(clock)
  const store = new Proxy({} as ResourceStore, {
    get: (_target, property) => Reflect.get(opened ?? resources, property) as unknown,
  })
  const ports = { store, cloud: aws, clock, log: silentLogger }
  const reconcileAccount = createAwsAccountReconciler({
    ...ports,
    environmentsIn: readEnvironmentsIn(store),
    platformAccountNumber: '999999999999',
  })
  const spotWarnings = new ReceiverOutcomes()
  const livesRandom = seededRandom(seed)
  /** A controller: all that it does ends with it. */
  const newController = () => {
    const outside = { store, cloud: aws, agents }
    const own =
      mostCalls === undefined
        ? outside
        : mortal(outside, 1 + Math.floor(livesRandom() * mostCalls), livesRandom() < 0.5)
    const base = { ...own, clock, log: silentLogger, spotWarnings }
    return {
      sync: createSync({ store: own.store, sequelize, clock, log: silentLogger }),
      reconcile: createEnvironmentReconciler({
        ...base,
        planner: simulationPlanner,
        masterKey,
        controlCidrs: [],
      }),
      receiveWarnings: createWarningReceiver(base),
    }
  }
  let controller = newController()
  let deaths = 0
  /** @returns undefined where the controller died of it, and another one is there */
  async function unlessItDies<Result>(work: Promise<Result>): Promise<Result | undefined> {
    try {
      return await work
    } catch (error) {
      if (!(error instanceof Death)) throw error
      deaths += 1
      controller = newController()
      return undefined
    }
  }
  const launched = new Set<string>()
  const watchers: (() => void)[] = []

  const living = () =>
    (aws.getAccount(accountNumber)?.instances ?? []).filter(
      ({ state }) => state === 'pending' || state === 'running',
    )
  const check = () => {
    for (const { id } of living()) launched.add(id)
    for (const watcher of watchers) watcher()
  }

  async function syncs(): Promise<(() => Promise<unknown>)[]> {
    const rows: SeenRow[] = []
    for await (const some of listCompared()) rows.push(...some)
    const todo: (() => Promise<unknown>)[] = []
    for (const kind of kindsInOrder) {
      const present = (await store.list(kind)).map(({ metadata }) => metadata.name)
      const named = rows.flatMap((row) => (row.kind === kind ? row.id : []))
      for (const name of new Set([...named, ...present]))
        todo.push(() => unlessItDies(controller.sync(kind, name)))
    }
    return todo
  }
  const runMirror = async () => {
    for (const sync of await syncs()) await sync()
  }
  async function pass(): Promise<number> {
    for (const { metadata } of await store.list('AwsAccount')) await reconcileAccount(metadata.name)
    const environments = await store.list('Environment')
    await unlessItDies(controller.receiveWarnings(environments))
    const waits = [5]
    for (const { metadata } of environments)
      waits.push((await unlessItDies(controller.reconcile(metadata.name)))?.requeueAfterSeconds ?? 5)
    check()
    return Math.min(...waits)
  }

  const platform = {
    account,
    accountNumber,
    agents,
    aws,
    clock,
    launched,
    living,
    rows,
    store,
    /** What operators were told, since the resources were lost last. */
    notices: () => resources.notices,
    /** From now on another controller does the work, with nothing in memory. */
    replaceController: () => void (controller = newController()),
    /** How many controllers died. */
    deaths: () => deaths,
    watch: (watcher: () => void) => watchers.push(watcher),

    async step(): Promise<void> {
      if (isMirrorBehind) await runMirror()
      const seconds = await pass()
      if (!isMirrorBehind) await runMirror()
      await clock.advance(Math.min(seconds, 5) * 1000)
      check()
    },

    async runUntil(what: string, condition: () => boolean | Promise<boolean>, withinSeconds = 400) {
      const limit = clock.now() + (withinSeconds + patience) * 1000
      while (!(await condition())) {
        if (clock.now() > limit)
          throw new Error(
            `Not within ${withinSeconds + patience} s: ${what}. ${JSON.stringify(await store.list('Environment'))}`,
          )
        await platform.step()
      }
    },

    async runFor(seconds: number): Promise<void> {
      const end = clock.now() + seconds * 1000
      while (clock.now() < end) await platform.step()
    },

    /** All resources are gone; the mirror makes them anew in any order while the reconcilers look on. */
    async loseStore({ isControllerNew }: { isControllerNew: boolean }): Promise<void> {
      resources = createMemoryStore(clock)
      if (isControllerNew) platform.replaceController()
      await clock.advance(1000)
      const todo = await syncs()
      while (todo.length > 0) {
        await pass()
        const [sync] = todo.splice(Math.floor(random() * todo.length), 1)
        await sync?.()
      }
    },

    /** Ports behind load balancers that get requests now, of one environment's application. */
    serving(environmentId: string): string[] {
      return (aws.getAccount(accountNumber)?.loadBalancers ?? [])
        .filter(({ tags }) => (tags as Record<string, string>)['sdo:environment'] === environmentId)
        .flatMap(({ listeners }) => listeners.flatMap(({ targets }) => targets))
        .filter(({ state }) => state === 'healthy')
        .flatMap(({ port }) => agents.behind(port)?.tag ?? [])
        .sort()
    },
  }
  return platform
}

export type Platform = Awaited<ReturnType<typeof buildPlatform>>
