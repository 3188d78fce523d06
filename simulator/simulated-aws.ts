import { setMaxListeners } from 'node:events'
import { poolOf, type Pool } from '../core/catalogue/pool'
import type { QuotaName } from '../core/aws/quotas'
import { systemClock, type Clock } from '../core/time/clock'
import { silentLogger, type Logger } from '../core/logging/logger'
import {
  certificateManagerRoleName,
  dnsManagerRoleName,
  environmentManagerRoleName,
  examinationRoleName,
  networkManagerRoleName,
} from '../core/roles/names'
import { RecentlyMade } from '../controller/cloud/aws/recently-made'
import type { Delegations } from '../controller/delegation/delegations'
import type { AccountAccess, Cloud, CloudAccount } from '../controller/cloud/cloud'
import { AccountApi } from './api'
import type { InstanceBooter } from './booter'
import { listThings } from './by-hand/things-in-account'
import type { SimulatedServices } from './by-hand/thing'
import { Customer } from './customer'
import { accountSnapshot, priceSnapshot, type AccountSnapshot, type PriceSnapshot } from './console-api'
import { certificatesOf } from './certificates/acm'
import { settleCertificates } from './certificates/issuance'
import { startDnsServer, type RunningDnsServer } from './dns/dns-server'
import { listZones } from './dns/hosted-zones'
import { RequestRate } from './dns/request-rate'
import { answerQuery } from './dns/resolve'
import { dnsOf } from './dns/route53'
import { Faults, type FaultRates } from './faults'
import { httpTraffic } from './load-balancing/http-traffic'
import { newId, type Random } from './ids'
import { externalNetworksOf } from './ec2/external-networks'
import { endReasons, InstanceLifecycle } from './ec2/instance-lifecycle'
import { LaunchBucket } from './ec2/launch-bucket'
import { instancesOf, publishImage } from './ec2/instances'
import { peeringsOfEnvironments } from './ec2/peerings'
import { createInstanceServices } from './instance-services/instance-services'
import { interruptionsOf } from './interruptions'
import { LoadBalancerPorts } from './load-balancing/load-balancer-ports'
import { loadBalancersOf } from './load-balancing/load-balancers'
import { logGroupsOf } from './logs/log-groups'
import { metricsOf } from './metrics/metrics'
import { lookupOf } from './lookup'
import { LogStreams } from './logs/log-streams'
import { forgetfulStreams, streamFolder } from './logs/stream-storage'
import { networkOf } from './ec2/network'
import { offeringsOf } from './ec2/offerings'
import { preflightOf } from './ec2/preflight'
import { rolesOf } from './iam/roles'
import type { Profile, Rate } from './profiles/profile'
import { profiles, type ProfileName } from './profiles/profiles'
import { RequestRates } from './request-rates'
import { Scheduler } from './scheduler'
import { ensureAccount } from './iam/stacks'
import type { AccountState, ConsumedCapacity, InstanceState, ServedRequests } from './state'
import { forgetfulStorage, stateFile } from './state-file'
import { TargetGroups } from './load-balancing/target-groups'
import type { Timings } from './timings'
import type { BucketSize } from './token-buckets'
import type { Traffic } from './load-balancing/traffic'
import type { World } from './world'

export interface SimulatedAwsOptions {
  booter: InstanceBooter
  clock?: Clock
  logger?: Logger
  /** File of the whole state; without one it ends with the process. */
  stateFile?: string
  /** Folder of the log streams; without one they end with the process. */
  outputFolder?: string
  random?: Random
  /** What its accounts are like; default: `fast`. */
  profile?: ProfileName
  /** Take the place of the profile's. */
  timings?: Partial<Timings>
  rates?: readonly Rate[]
  /** Faults by chance; others are ordered through `faults`. */
  faultRates?: Partial<FaultRates>
  /** Real HTTP unless a simulation carries its own. */
  traffic?: Traffic
  /**
   * Instances find a metadata service, STS and CloudWatch Logs on the loopback; without them their processes get no credentials and are not
   * heard.
   */
  servesInstances?: boolean
  /** Refuses more than five calls a second to Route 53 from an account, as AWS does. */
  limitsRoute53?: boolean
  /** Refuses more launches of an account than its bucket has tokens, as AWS does. */
  launchBucket?: BucketSize
}

/** Opens the simulated AWS as its state file has it: load balancers on their ports, instances with their agents. */
export async function createSimulatedAws(options: SimulatedAwsOptions): Promise<SimulatedAws> {
  const clock = options.clock ?? systemClock
  const random = options.random ?? Math.random
  const storage = options.stateFile === undefined ? forgetfulStorage : stateFile(options.stateFile)
  const state = await storage.load()
  const warned = new EventTarget()
  setMaxListeners(0, warned)
  const profile = profiles[options.profile ?? 'fast']
  const world: World = {
    clock,
    random,
    state,
    profile,
    timings: { ...profile.timings, ...options.timings },
    rates: new RequestRates(clock, options.rates ?? profile.rates),
    faults: new Faults(random, options.faultRates),
    recentlyMade: new RecentlyMade(clock),
    scheduler: new Scheduler(clock, options.logger ?? silentLogger),
    warned,
    save: () => storage.save(state),
  }
  const aws = new SimulatedAws(world, options)
  await aws.resume()
  return aws
}

/**
 * An AWS with any number of accounts in it, and the bench on which to test against it. As `Cloud` it is what SDO may do, as `customer`
 * what the owners of accounts do; the other methods are what AWS does by itself, and what goes wrong.
 */
export class SimulatedAws implements Cloud {
  private readonly lifecycle: InstanceLifecycle
  private readonly targetGroups: TargetGroups
  private readonly ports: LoadBalancerPorts
  private readonly route53Rate: RequestRate | undefined
  private readonly launchBucket: LaunchBucket | undefined
  private readonly logStreams: LogStreams
  private readonly services: SimulatedServices
  readonly customer: Customer

  constructor(
    private readonly world: World,
    {
      booter,
      logger = silentLogger,
      traffic = httpTraffic,
      servesInstances = false,
      limitsRoute53 = false,
      launchBucket,
      outputFolder,
    }: SimulatedAwsOptions,
  ) {
    this.route53Rate = limitsRoute53 ? new RequestRate(world.clock) : undefined
    this.launchBucket = launchBucket && new LaunchBucket(world.clock, launchBucket)
    this.targetGroups = new TargetGroups(world, traffic)
    this.ports = new LoadBalancerPorts(world, traffic, this.targetGroups)
    this.logStreams = new LogStreams(
      world,
      outputFolder === undefined ? forgetfulStreams : streamFolder(outputFolder),
    )
    const services = servesInstances ? createInstanceServices(world, this.logStreams) : undefined
    this.lifecycle = new InstanceLifecycle(world, booter, logger, services, () => this.targetGroups.sync())
    const { lifecycle, targetGroups, ports, logStreams } = this
    this.services = { world, lifecycle, targetGroups, ports, logStreams }
    this.customer = new Customer(this.services)
  }

  /** How many launches were refused because there were too many. */
  get refusedLaunches(): number {
    return this.launchBucket?.refused ?? 0
  }

  /** How many calls of each action were refused because there were too many. */
  get refusedCalls(): ReadonlyMap<string, number> {
    return this.world.rates.refused
  }

  /** After how many milliseconds a role surely does as it was changed to. */
  get slowestRoleChangeMs(): number {
    return this.world.timings.roleLagMs
  }

  get faults(): Faults {
    return this.world.faults
  }

  account(access: AccountAccess): CloudAccount {
    const examination = new AccountApi(this.world, access, examinationRoleName)
    const manager = new AccountApi(this.world, access, environmentManagerRoleName)
    const certificateManager = new AccountApi(this.world, access, certificateManagerRoleName)
    const dnsManager = new AccountApi(this.world, access, dnsManagerRoleName)
    const networkManager = new AccountApi(this.world, access, networkManagerRoleName)
    return {
      roles: rolesOf(examination),
      network: networkOf(manager),
      instances: instancesOf(manager, this.lifecycle, this.launchBucket),
      loadBalancers: loadBalancersOf(manager, certificateManager, this.ports, this.targetGroups),
      offerings: offeringsOf(manager),
      interruptions: interruptionsOf(manager),
      dns: dnsOf(dnsManager, this.route53Rate),
      certificates: certificatesOf(certificateManager),
      peerings: peeringsOfEnvironments(manager),
      externalNetworks: externalNetworksOf(networkManager),
      logs: logGroupsOf(manager, this.logStreams),
      metrics: metricsOf(manager),
      lookup: lookupOf(manager),
      preflight: preflightOf(manager),
    }
  }

  /** Gives a Spot instance its two-minute warning. */
  async interrupt(accountNumber: string, instanceId: string): Promise<void> {
    const instance = this.requireLiving(accountNumber, instanceId)
    if (instance.market !== 'spot') throw new Error(`${instanceId} is not a Spot instance.`)
    if (instance.interruptionEpoch !== undefined) return
    const terminateEpoch = this.world.clock.now() + this.world.timings.interruptionNoticeMs
    this.lifecycle.scheduleInterruption(instance, terminateEpoch)
    const account = ensureAccount(this.world, accountNumber)
    if (!account.isInterruptionRuleGone)
      account.warnings?.push({
        id: newId('warning', this.world.random),
        instanceId,
        terminateEpoch,
        receipt: '',
        visibleEpoch: this.world.clock.now(),
      })
    this.world.warned.dispatchEvent(new Event('warned'))
    await this.world.save()
  }

  /** Ends an instance at once and without a warning, as a broken machine does. */
  async kill(accountNumber: string, instanceId: string): Promise<void> {
    this.lifecycle.terminate(this.requireLiving(accountNumber, instanceId), endReasons.broken, 0)
    await this.world.save()
  }

  /** Delegations by the parents of the simulated zones, without the delay of DNS. */
  get delegations(): Delegations {
    return {
      of: (name) => {
        const zone = listZones(this.world.state.accounts).find((one) => one.name === name && one.isDelegated)
        return Promise.resolve([[...(zone?.nameServers ?? [])]])
      },
    }
  }

  /** Answers DNS for the simulated zones on a port of the loopback interface, until it is closed. */
  startDns(port?: number): Promise<RunningDnsServer> {
    return startDnsServer((query) => answerQuery(this.world.state.accounts, query), port)
  }

  /** Has Certificate Manager issue no certificate to an account any more, or again. */
  async refuseCertificates(accountNumber: string, isRefused: boolean): Promise<void> {
    ensureAccount(this.world, accountNumber).areCertificatesRefused = isRefused
    await this.world.save()
  }

  /** Sets what a pool costs from now on, USD an hour; what runs keeps its price. */
  async setPrice(pool: Pool, pricePerHour: number): Promise<void> {
    this.world.state.prices[poolOf(pool)] = pricePerHour
    await this.world.save()
  }

  /** A load balancer consumes capacity units at a time, as much as an hour's traffic would have. */
  async consumeCapacity(accountNumber: string, consumed: ConsumedCapacity): Promise<void> {
    const account = ensureAccount(this.world, accountNumber)
    account.capacityUnits = [...(account.capacityUnits ?? []), consumed]
    await this.world.save()
  }

  /** A target group answers requests at a time, as CloudWatch sees it. */
  async serveRequests(accountNumber: string, served: ServedRequests): Promise<void> {
    const account = ensureAccount(this.world, accountNumber)
    account.servedRequests = [...(account.servedRequests ?? []), served]
    await this.world.save()
  }

  /** Amazon publishes a newer machine image. Answers its id. */
  async publishImage(): Promise<string> {
    const { id } = publishImage(this.world)
    await this.world.save()
    return id
  }

  /** A Spot pool has no capacity until it is refilled. */
  emptySpotPool(pool: Omit<Pool, 'market'>): Promise<void> {
    return this.setEmpty({ ...pool, market: 'spot' }, true)
  }

  refillSpotPool(pool: Omit<Pool, 'market'>): Promise<void> {
    return this.setEmpty({ ...pool, market: 'spot' }, false)
  }

  /** How many vCPUs an account may run at a time; undefined for any number. */
  async setVcpuQuota(accountNumber: string, vcpu: number | undefined): Promise<void> {
    ensureAccount(this.world, accountNumber).vcpuQuota = vcpu
    await this.world.save()
  }

  /** How many of something an account may have, as Service Quotas tells it. */
  async setQuota(accountNumber: string, name: QuotaName, limit: number): Promise<void> {
    const account = ensureAccount(this.world, accountNumber)
    account.quotas = { ...account.quotas, [name]: limit }
    await this.world.save()
  }

  /** What its accounts are like. */
  get profile(): Profile {
    return this.world.profile
  }

  /** All accounts that anything ever happened in, as a person sees them in the console. */
  listAccounts(): AccountSnapshot[] {
    return Object.values(this.world.state.accounts).map((account) => this.snapshotOf(account))
  }

  getAccount(accountNumber: string): AccountSnapshot | undefined {
    const account = this.world.state.accounts[accountNumber]
    return account && this.snapshotOf(account)
  }

  listPrices(): PriceSnapshot[] {
    return priceSnapshot(this.world)
  }

  /** Takes up what the state file has. */
  async resume(): Promise<void> {
    this.targetGroups.resume()
    await this.logStreams.resume()
    await this.ports.resume()
    await this.lifecycle.resume()
    await this.world.save()
  }

  /** Stops the cloud and leaves agents running, to be adopted at the next start. */
  async close(): Promise<void> {
    this.world.scheduler.close()
    await this.ports.close()
    await this.lifecycle.close()
    await this.world.save()
  }

  /** Stops the cloud and every agent; the instances get new agents at the next start. */
  async haltAll(): Promise<void> {
    this.world.scheduler.close()
    await this.lifecycle.haltAll()
    await this.close()
  }

  private async setEmpty(pool: Pool, isEmpty: boolean): Promise<void> {
    const others = this.world.state.emptyPools.filter((name) => name !== poolOf(pool))
    this.world.state.emptyPools = isEmpty ? [...others, poolOf(pool)] : others
    await this.world.save()
  }

  private snapshotOf(account: AccountState): AccountSnapshot {
    settleCertificates(this.world, account)
    return accountSnapshot(this.world, account, listThings(account, this.services))
  }

  private requireLiving(accountNumber: string, instanceId: string): InstanceState {
    const instance = this.world.state.accounts[accountNumber]?.instances[instanceId]
    if (!instance || instance.terminatedEpoch !== undefined)
      throw new Error(`There is no running instance ${instanceId} in the account ${accountNumber}.`)
    return instance
  }
}
