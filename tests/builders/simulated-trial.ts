import type { AgentRelease } from '../../core/agent/protocol'
import { silentLogger } from '../../core/logging/logger'
import { systemClock } from '../../core/time/clock'
import { Shutdown } from '../../standalone/shutdown'
import type { TrialAccount } from '../../standalone/trial/account/trial-account'
import { startProduct } from '../../standalone/trial/product/start-product'
import type { Given } from '../../standalone/trial/run/run-trial'
import { createSimulatedAws, type SimulatedAws } from '../../simulator/simulated-aws'
import type { TestDatabase } from '../postgres/test-database'
import { FakeAgents } from './fake-agents'
import { instantTimings } from './instant-timings'
import { MemoryBooter } from './memory-booter'
import { MemoryTraffic } from './memory-traffic'
import { simulationPlanner } from './simulation-planner'
import { quickLeases } from './quick-leases'

const accountNumber = '111122223333'
const key = Buffer.alloc(32, 7)
const releases = {
  present: { url: 'https://bundles.test/1.tar.gz', sha256: 'a'.repeat(64) },
  next: { url: 'https://bundles.test/2.tar.gz', sha256: 'b'.repeat(64) },
}

/** The owner's part of the trial, in a simulated account. */
class SimulatedTrialAccount implements TrialAccount {
  readonly accountNumber = accountNumber
  private hasAgents = false
  private vpcId: string | undefined

  constructor(
    private readonly aws: SimulatedAws,
    private readonly traffic: MemoryTraffic,
  ) {}

  async publishAgents() {
    this.hasAgents = true
    return releases
  }

  async removeAgents() {
    this.hasAgents = false
  }

  installRoles = (template: object) => this.aws.customer.installStack(accountNumber, template)

  async removeRoles() {
    if (this.aws.getAccount(accountNumber)?.stacks.length) await this.aws.customer.deleteStack(accountNumber)
  }

  async makeNetwork(cidr: string) {
    this.vpcId ??= await this.aws.customer.createVpc(accountNumber, { cidr })
    return this.vpcId
  }

  async removeNetwork() {
    if (this.vpcId) await this.aws.customer.deleteThing(accountNumber, this.vpcId)
    this.vpcId = undefined
  }

  async listEnvironmentNetworks() {
    const vpcs = this.aws.getAccount(accountNumber)?.vpcs ?? []
    return vpcs.filter(({ owner }) => owner === 'sdo').map(({ id, cidr }) => ({ id, range: cidr }))
  }

  async removeLogs() {
    for (const { kind, id } of this.aws.customer.listThings(accountNumber))
      if (kind === 'logGroups') await this.aws.customer.deleteThing(accountNumber, id)
  }

  async takeBack(instanceId: string) {
    await this.aws.interrupt(accountNumber, instanceId)
    return 'The simulated account announced that it takes the instance back.'
  }

  async removeTakeBack() {}

  /** Whether a request to the port would find a process. */
  async isAnswering(url: string) {
    const portOf = (address: string) => new URL(address).port
    const [, pool] = [...this.traffic.pools].find(([own]) => portOf(own) === portOf(url)) ?? []
    return pool?.()?.pick(new Set()) !== undefined
  }

  /** The zone is the person's own. */
  async listLeft() {
    const things = this.aws.customer
      .listThings(accountNumber)
      .filter(({ kind, owner }) => kind !== 'hostedZones' && !(kind === 'dnsRecord' && owner === 'customer'))
    const { instances = [] } = this.aws.getAccount(accountNumber) ?? {}
    const ended = new Set(instances.filter(({ state }) => state === 'terminated').map(({ id }) => id))
    return [
      ...things.filter(({ id }) => !ended.has(id)).map(({ kind, id }) => `${kind} ${id}`),
      ...(this.hasAgents ? ['bucket'] : []),
    ]
  }
}

/** What a trial needs, in a simulated account in which nothing takes time, with a hosted zone. Whoever builds it ends it. */
export async function buildSimulatedTrial(database: TestDatabase) {
  const booter = new MemoryBooter()
  const traffic = new MemoryTraffic()
  const aws = await createSimulatedAws({ clock: systemClock, booter, traffic, timings: instantTimings })
  const agents = new FakeAgents(systemClock, booter, key)
  agents.firstRelease = releases.present.sha256
  const account = new SimulatedTrialAccount(aws, traffic)
  const { id: zoneId } = await aws.customer.createHostedZone(accountNumber, { name: 'example.com' })
  const memory: { last?: AgentRelease } = {}

  /** The product in a process of its own, as far as that goes. */
  async function start(): Promise<{ given: Given; end(): Promise<void> }> {
    const shutdown = new Shutdown()
    const product = await startProduct({
      database: { sequelize: database.sequelize, url: database.url },
      enterCloud: () => aws,
      keys: { masterKey: key, authenticatorKey: key },
      password: 'correcthorse9battery',
      platformAccountNumber: '999999999999',
      controlCidrs: ['203.0.113.7/32'],
      surroundings: {
        delegations: aws.delegations,
        agents,
        planner: simulationPlanner,
        limits: {
          pollSeconds: 0.02,
          resyncSeconds: 0.2,
          stalledSeconds: 0.1,
          retrySeconds: 0.05,
          absenceSeconds: 0.1,
          visibilitySeconds: 0.1,
          formerNamesSeconds: 0.2,
        },
        election: quickLeases,
      },
      clock: systemClock,
      log: silentLogger,
      shutdown,
      releases: { last: memory.last, remember: (release) => (memory.last = release) },
      fail: (error) => {
        throw error
      },
    })
    const image = { name: 'shop.test/trial', tag: '1', port: 8080, healthPath: '/' }
    return {
      given: {
        account,
        product,
        clock: systemClock,
        choices: { zoneId, image },
        limits: { pauseMs: 20, patienceMs: 20_000 },
      },
      end: () => shutdown.run(Promise.resolve(), (_name, error) => Promise.reject(error)),
    }
  }

  return { start, account, aws, close: () => aws.close() }
}
