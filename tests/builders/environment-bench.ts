import { silentLogger } from '../../core/logging/logger'
import { instanceLines } from '../../core/environment-log/instance-lines'
import type { ApplicationSpec } from '../../core/resources/application'
import type { Environment, EnvironmentSpec, EnvironmentStatus } from '../../core/resources/environment'
import { kindsInOrder } from '../../core/resources/kinds'
import { environmentLabel, recordedLabel } from '../../core/resources/metadata'
import { restoreStatus } from '../../controller/mirror/restore-status'
import { longestHealthMs, longestUnseenMs } from '../../simulator/profiles/longest-waits'
import { profiles } from '../../simulator/profiles/profiles'
import { longestOf } from '../../simulator/timings'
import type { SimulatedAwsOptions } from '../../simulator/simulated-aws'
import {
  createEnvironmentReconciler,
  type EnvironmentReconcilerOptions,
} from '../../controller/environment/reconcile-environment'
import type { IsSpared } from '../../controller/runtime/work-queue'
import { ReceiverOutcomes } from '../../controller/interruptions/receiver-outcomes'
import { simulationPlanner } from './simulation-planner'
import { patienceSeconds, raiseQuotas, simulationProfile } from './simulation-profile'
import { AgentTraffic } from './agent-traffic'
import { FakeAgents } from './fake-agents'
import { MemoryBooter } from './memory-booter'
import { createMemoryStore } from './memory-store'
import { buildAwsAccountStatus } from './resource-status'
import { buildSimulatedAws } from './simulated-aws'
import { VirtualClock } from './virtual-clock'
import { createWarningReceiver } from './warning-receiver'

export const environmentName = 'env-1'
const accountName = 'account-1'
const masterKey = Buffer.alloc(32, 7)

/** What an environment needs comes before it, and its status after its deployments. */
const kindsAsRestored = [...kindsInOrder.filter((kind) => kind !== 'Environment'), 'Environment'] as const

export interface EnvironmentBenchOptions {
  seed?: number
  /** Default: the suite's. */
  profile?: SimulatedAwsOptions['profile']
  timings?: SimulatedAwsOptions['timings']
  faultRates?: SimulatedAwsOptions['faultRates']
  launchBucket?: SimulatedAwsOptions['launchBucket']
  limits?: EnvironmentReconcilerOptions['limits']
  spec?: Partial<EnvironmentSpec>
  /** Whether every pass is run, also one that would change nothing. */
  sparesNoPass?: boolean
}

/**
 * An environment in a simulated account, in virtual time: nothing is real but the reconciler. `step` runs one pass and lets as much time
 * go by as the pass asked for.
 */
export async function buildEnvironmentBench(options: EnvironmentBenchOptions = {}) {
  const profile = options.profile ?? simulationProfile()
  // A test that chose what its account is like says how long things take there.
  const patience = options.profile ? 0 : patienceSeconds(profile)
  const clock = new VirtualClock()
  const booter = new MemoryBooter()
  const agents = new FakeAgents(clock, booter, masterKey)
  const traffic = new AgentTraffic(agents)
  const { aws, accountNumber, externalId } = await buildSimulatedAws({
    clock,
    booter,
    traffic,
    seed: options.seed ?? 1,
    profile,
    timings: options.timings,
    faultRates: options.faultRates,
    launchBucket: options.launchBucket,
  })
  if (!options.profile) await raiseQuotas(aws, accountNumber)
  // The stack was installed before the account was examined.
  await clock.advance(aws.slowestRoleChangeMs)
  const store = createMemoryStore(clock)
  const account = await store.apply('AwsAccount', {
    name: accountName,
    labels: {},
    spec: {
      displayName: 'Main',
      accountNumber,
      externalId,
      isEnvironmentHolder: true,
      verifyRequest: 0,
      forceDelete: false,
    },
  })
  await store.replaceStatus('AwsAccount', account, buildAwsAccountStatus())
  const spec: EnvironmentSpec = {
    displayName: 'Test environment',
    awsAccount: accountName,
    spotStrategy: 'ALL',
    overrides: [],
    ...options.spec,
  }
  await store.apply('Environment', { name: environmentName, labels: {}, spec })

  const ports = {
    store,
    cloud: aws,
    agents,
    planner: simulationPlanner,
    clock,
    masterKey,
    log: silentLogger,
    limits: options.limits,
    controlCidrs: ['203.0.113.0/24'],
    spotWarnings: new ReceiverOutcomes(),
  } satisfies EnvironmentReconcilerOptions
  let reconcile = createEnvironmentReconciler(ports)
  let receiveWarnings = createWarningReceiver(ports)
  let sequence = 0
  let passes = 0
  let pace = 1
  /** What the last pass leaves to be asked before the next one, and what was there when it ended. */
  let rest: { isSpared: IsSpared; versions: string } | undefined
  const versions = async () => {
    const all = await Promise.all(kindsInOrder.map((kind) => store.list(kind)))
    return JSON.stringify(
      all.flat().map(({ kind, metadata }) => [kind, metadata.name, metadata.resourceVersion]),
    )
  }
  /** Everything ever launched, by id. */
  const launched = new Set<string>()
  const watchers: (() => void)[] = []

  const bench = {
    aws,
    accountNumber,
    agents,
    booter,
    clock,
    ports,
    store,
    launched,
    traffic,
    /** How much longer things may take than tests say, in seconds. */
    patience,
    /** How much later than in `fast` AWS may tell that a target is healthy, in milliseconds. */
    healthLagMs: longestHealthMs(aws.profile) - longestHealthMs(profiles.fast),
    /** How much longer than in `fast` AWS may deny what was made, in milliseconds. */
    unseenLagMs: longestUnseenMs(aws.profile) - longestUnseenMs(profiles.fast),
    /** How much later than in `fast` an instance may be up, in milliseconds. */
    bootLagMs: longestOf(aws.profile.timings.bootMs) - longestOf(profiles.fast.timings.bootMs),

    /** How many passes were run by steps. */
    passes: () => passes,

    /** Called after every step, to check what must always hold. */
    watch: (watcher: () => void) => watchers.push(watcher),

    /** Nothing is checked any more. */
    unwatch: () => watchers.splice(0),

    /** From now on another controller does the work, with nothing in memory. */
    replaceController(changes: Partial<EnvironmentReconcilerOptions> = {}) {
      reconcile = createEnvironmentReconciler({ ...ports, ...changes })
      rest = undefined
      receiveWarnings = createWarningReceiver({ ...ports, ...changes, spotWarnings: ports.spotWarnings })
    },

    /**
     * All resources are gone, and come back one after the other as the mirror makes them from Postgres, while another controller looks on
     * that remembers nothing.
     */
    async loseResources(): Promise<void> {
      const resources = []
      for (const kind of kindsAsRestored) resources.push(...(await store.list(kind)))
      for (const { kind, metadata } of resources) {
        await store.requestDelete(kind, metadata.name)
        const marked = await store.get(kind, metadata.name)
        if (marked) await store.dropFinalizer(kind, marked as never)
      }
      bench.replaceController()
      await clock.advance(1000)
      for (const { kind, metadata, spec: lost, status } of resources) {
        await reconcile(environmentName)
        const labels = { ...metadata.labels, [recordedLabel]: 'true' }
        const made = await store.apply(kind, { name: metadata.name, labels, spec: lost as never })
        await reconcile(environmentName)
        const known = status && 'events' in status ? { ...status, events: [] } : status
        await restoreStatus({ store, log: silentLogger }, kind, made, known ?? null)
      }
    },

    async find(): Promise<Environment | undefined> {
      return store.get('Environment', environmentName)
    },

    async status(): Promise<EnvironmentStatus> {
      const status = (await bench.find())?.status
      if (!status) throw new Error('The environment has no status.')
      return status
    },

    async messages(): Promise<string[]> {
      return (await bench.status()).events.map(({ message }) => message)
    },

    /** What the log says by a line, each time. */
    async messagesOf({ code }: { code: string }): Promise<string[]> {
      const { events } = await bench.status()
      return events.flatMap((event) => (event.code === code ? [event.message] : []))
    },

    async changeSpec(changes: Partial<EnvironmentSpec>): Promise<void> {
      Object.assign(spec, changes)
      await store.apply('Environment', { name: environmentName, labels: {}, spec })
    },

    /** Asks for a deployment of exactly these applications; answers its name. */
    async deploy(...applications: ApplicationSpec[]): Promise<string> {
      sequence += 1
      const name = `deployment-${sequence}`
      await store.apply('Deployment', {
        name,
        labels: { [environmentLabel]: environmentName },
        spec: { environment: environmentName, sequence, applications },
      })
      return name
    },

    async phaseOf(deployment: string): Promise<string | undefined> {
      return (await store.get('Deployment', deployment))?.status?.phase
    },

    /** One pass, then the time until the next. A pass that throws is repeated after a second, as a work queue would. */
    async step(): Promise<void> {
      await receiveWarnings(await store.list('Environment'))
      const isSpared = rest && rest.versions === (await versions()) && (await rest.isSpared())
      if (!isSpared) {
        const { requeueAfterSeconds = 1, isSpared: nextSpared } = await reconcile(environmentName)
        passes += 1
        pace = requeueAfterSeconds
        rest =
          nextSpared && !options.sparesNoPass
            ? { isSpared: nextSpared, versions: await versions() }
            : undefined
      }
      for (const { id } of bench.snapshot().instances) launched.add(id)
      for (const watcher of watchers) watcher()
      await clock.advance(pace * 1000)
    },

    /** Runs until `condition` holds. @throws after `withinSeconds`, with what the environment says of itself */
    async runUntil(
      what: string,
      condition: () => boolean | Promise<boolean>,
      withinSeconds = 600,
    ): Promise<void> {
      const limit = clock.now() + (withinSeconds + patience) * 1000
      while (!(await condition())) {
        if (clock.now() > limit) {
          const status = (await bench.find())?.status
          throw new Error(
            `Not within ${withinSeconds + patience} s: ${what}. ${JSON.stringify(status, null, 1)}`,
          )
        }
        await bench.step()
      }
    },

    async runFor(seconds: number): Promise<void> {
      const end = clock.now() + seconds * 1000
      while (clock.now() < end) await bench.step()
    },

    runUntilPhase: (deployment: string, phase: string, withinSeconds?: number) =>
      bench.runUntil(
        `${deployment} is ${phase}`,
        async () => (await bench.phaseOf(deployment)) === phase,
        withinSeconds,
      ),

    /** Runs until the environment is as wanted and idle. */
    runUntilReady: (withinSeconds?: number) =>
      bench.runUntil('ready', async () => (await bench.find())?.status?.phase === 'Ready', withinSeconds),

    async delete(withinSeconds?: number): Promise<void> {
      await store.requestDelete('Environment', environmentName)
      await bench.runUntil('deleted', async () => (await bench.find()) === undefined, withinSeconds)
    },

    snapshot() {
      const snapshot = aws.getAccount(accountNumber)
      if (!snapshot) throw new Error('The account is not there.')
      return snapshot
    },

    /** How many were ever launched, but for those that AWS hid for so long that others were launched for them. */
    async launchedInSight(): Promise<number> {
      const told = [
        ...(await bench.messagesOf(instanceLines.hidden)),
        ...(await bench.messagesOf(instanceLines.unlisted)),
      ]
      const hidden = new Set(told.flatMap((message) => /i-[0-9a-f]+/.exec(message) ?? []))
      if (hidden.size > 0 && aws.profile.timings.longAbsence === undefined)
        throw new Error(`This account hides nothing for long: ${[...hidden].join(', ')}.`)
      return launched.size - hidden.size
    },

    livingInstances: () =>
      bench.snapshot().instances.filter(({ state }) => state === 'pending' || state === 'running'),

    /** Tags of the processes that load balancers send requests to now, sorted. */
    servingTags(applicationId?: string): string[] {
      const targets = bench
        .snapshot()
        .loadBalancers.flatMap(({ listeners }) => listeners.flatMap((listener) => listener.targets))
      const ports = targets.filter(({ state }) => state === 'healthy').map(({ port }) => port)
      return ports
        .flatMap((port) => agents.behind(port) ?? [])
        .filter((process) => applicationId === undefined || process.applicationId === applicationId)
        .map(({ tag }) => tag)
        .sort()
    },

    /** What there is in the account, by kind, also what lists do not show yet. */
    async leftovers() {
      const { vpcs, loadBalancers } = bench.snapshot()
      await clock.advance(60_000)
      const account = aws.account({ accountNumber, externalId })
      const [targetGroups, securityGroups, gateways] = await Promise.all([
        account.loadBalancers.listTargetGroups({}),
        account.network.listSecurityGroups({}),
        account.network.listInternetGateways({}),
      ])
      return {
        instances: bench.livingInstances(),
        vpcs,
        loadBalancers,
        targetGroups: targetGroups.length,
        securityGroups: securityGroups.length,
        gateways: gateways.length,
      }
    },
  }
  return bench
}

export type EnvironmentBench = Awaited<ReturnType<typeof buildEnvironmentBench>>
