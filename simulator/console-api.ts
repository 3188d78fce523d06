import type { Instance, LoadBalancer, TargetHealth } from '../controller/cloud/cloud'
import { instanceStateAt } from './ec2/instances'
import { poolOf, type Pool } from '../core/catalogue/pool'
import { isOurs } from '../core/aws/ownership'
import { region } from '../core/aws/region'
import { peeringsOf, tagsSeenBy } from './ec2/peering-sides'
import { rangesOf } from './ec2/vpc-ranges'
import { ownerOf } from './dns/hosted-zones'
import { allOfferings } from './ec2/offerings'
import { usersOf } from './certificates/issuance'
import type { AccountState, CertificateStatus, InstanceState, ListenerState } from './state'
import { healthOf } from './load-balancing/target-health'
import type { Thing } from './by-hand/thing'
import type { World } from './world'

/** How long the console shows a terminated instance. */
const terminatedShownMs = 60_000

/** The console's view of one account. */
export interface AccountSnapshot {
  accountNumber: string
  stacks: { name: string; installedEpoch: number; roleNames: string[] }[]
  roles: {
    name: string
    path: string
    /** By name. */
    inlinePolicies: Record<string, unknown>
    managedPolicies: string[]
    assumePolicy: unknown
  }[]
  vpcs: {
    id: string
    region: string
    cidr: string
    /** All of the VPC's ranges, sorted. */
    cidrs: string[]
    subnets: { id: string; zone: string; cidr: string }[]
    /** Routes without those inside the VPC. */
    routeTables: { id: string; routes: { destination: string; target: string }[] }[]
    tags: object
    owner: 'sdo' | 'customer'
  }[]
  peerings: {
    id: string
    requesterVpcId: string
    accepterVpcId: string
    state: string
    resolvesNames: { requester: boolean; accepter: boolean }
    tags: object
  }[]
  instances: InstanceSnapshot[]
  loadBalancers: {
    id: string
    name: string
    state: LoadBalancer['state']
    url: string
    httpsUrl: string | undefined
    listeners: (ListenerState & { targets: TargetHealth[] })[]
    tags: object
  }[]
  hostedZones: HostedZoneSnapshot[]
  certificates: CertificateSnapshot[]
  areCertificatesRefused: boolean
  logGroups: { name: string; createdEpoch: number; retentionDays?: number }[]
  /** Everything there is, each of which can be deleted by its ID. */
  things: Thing[]
  /** Spot warnings that nobody has acknowledged; undefined without a subscription. */
  waitingWarnings: number | undefined
  /** USD. */
  spendPerHour: number
}

export interface HostedZoneSnapshot {
  id: string
  name: string
  isPrivate: boolean
  nameServers: string[]
  isDelegated: boolean
  records: { name: string; type: string; value: string; owner: 'sdo' | 'customer' }[]
}

interface CertificateSnapshot {
  id: string
  domainNames: string[]
  status: CertificateStatus
  /** Why it is not issued. */
  failure: string | undefined
  expiresEpoch: number | undefined
  /** The listeners that show it. */
  usedBy: string[]
  validations: { name: string; value: string }[]
  tags: object
}

export interface InstanceSnapshot extends Pool {
  id: string
  clientToken: string
  state: Instance['state']
  /** USD. */
  pricePerHour: number
  agent: { host: string; port: number; pid?: number } | undefined
  launchedEpoch: number
  /** Epoch at which the cloud takes it back. */
  interruptionEpoch: number | undefined
  bootFailure: string | undefined
  imageId: string | undefined
  tags: object
}

export interface PriceSnapshot {
  instanceType: string
  vcpu: number
  memoryMib: number
  onDemandPerHour: number
  /** By zone; `isEmpty` when the pool has no capacity. */
  spot: { zone: string; pricePerHour: number; isEmpty: boolean }[]
}

/** The console of an account, without anything secret. */
export function accountSnapshot(world: World, account: AccountState, things: Thing[]): AccountSnapshot {
  const now = world.clock.now()
  const instances = Object.values(account.instances)
    .filter(
      ({ terminatedEpoch }) => terminatedEpoch === undefined || now < terminatedEpoch + terminatedShownMs,
    )
    .map((instance) => instanceSnapshot(instance, now))
  return {
    accountNumber: account.accountNumber,
    stacks: Object.entries(account.stacks).map(([name, { installedEpoch, roleNames }]) => ({
      name,
      installedEpoch,
      roleNames,
    })),
    roles: Object.values(account.roles).map(
      ({ name, path, inlinePolicies, managedPolicies, assumePolicy }) => ({
        name,
        path,
        inlinePolicies,
        managedPolicies,
        assumePolicy,
      }),
    ),
    vpcs: Object.values(account.vpcs).map((vpc) => ({
      id: vpc.id,
      region: vpc.region ?? region,
      cidr: vpc.cidr,
      cidrs: rangesOf(vpc),
      tags: vpc.tags,
      owner: isOurs(vpc.tags) ? 'sdo' : 'customer',
      routeTables: Object.values(account.routeTables)
        .filter(({ vpcId }) => vpcId === vpc.id)
        .map(({ id, routes }) => ({ id, routes })),
      subnets: Object.values(account.subnets)
        .filter(({ vpcId }) => vpcId === vpc.id)
        .map(({ id, zone, cidr }) => ({ id, zone, cidr })),
    })),
    peerings: peeringsOf(world.state, account.accountNumber).map((peering) => {
      const { id, requesterVpcId, accepterVpcId, state, resolvesNames } = peering
      return {
        id,
        requesterVpcId,
        accepterVpcId,
        state,
        resolvesNames,
        tags: tagsSeenBy(account, peering).tags,
      }
    }),
    instances,
    loadBalancers: Object.values(account.loadBalancers).map(
      ({ id, name, url, httpsUrl, activeEpoch, listeners, tags }) => ({
        id,
        name,
        url,
        httpsUrl,
        tags,
        state: now < activeEpoch ? 'provisioning' : 'active',
        listeners: listeners.map((listener) => ({
          ...listener,
          targets: listener.targetGroupId ? targetsOf(account, listener.targetGroupId, now) : [],
        })),
      }),
    ),
    hostedZones: Object.values(account.hostedZones).map(
      ({ id, name, isPrivate, nameServers, isDelegated, records }) => ({
        id,
        name,
        isPrivate,
        nameServers,
        isDelegated,
        records: records.map((record) => ({
          name: record.name,
          type: record.type,
          value: record.alias ? record.alias.dnsName : record.values.join(' '),
          owner: isOurs(ownerOf(record)) ? 'sdo' : 'customer',
        })),
      }),
    ),
    certificates: Object.values(account.certificates).map(
      ({ id, domainNames, status, failure, expiresEpoch, validations, tags }) => ({
        id,
        domainNames,
        status,
        failure,
        expiresEpoch,
        validations,
        tags,
        usedBy: usersOf(account, id),
      }),
    ),
    areCertificatesRefused: account.areCertificatesRefused ?? false,
    logGroups: Object.values(account.logGroups),
    things,
    waitingWarnings: account.warnings?.length,
    spendPerHour: instances
      .filter(({ state }) => state === 'pending' || state === 'running')
      .reduce((sum, { pricePerHour }) => sum + pricePerHour, 0),
  }
}

const instanceSnapshot = (instance: InstanceState, now: number): InstanceSnapshot => ({
  id: instance.id,
  clientToken: instance.clientToken,
  instanceType: instance.instanceType,
  zone: instance.zone,
  market: instance.market,
  state: instanceStateAt(now, instance),
  pricePerHour: instance.pricePerHour,
  agent: instance.agent,
  launchedEpoch: instance.launchedEpoch,
  interruptionEpoch: instance.interruptionEpoch,
  bootFailure: instance.bootFailure,
  imageId: instance.imageId,
  tags: instance.tags,
})

function targetsOf(account: AccountState, targetGroupId: string, now: number): TargetHealth[] {
  const group = account.targetGroups[targetGroupId]
  return (group?.targets ?? []).flatMap((target) =>
    group
      ? [{ instanceId: target.instanceId, port: target.port, ...healthOf(account, group, target, now) }]
      : [],
  )
}

/** Present prices of instance types, in the order of the catalogue. */
export function priceSnapshot(world: World): PriceSnapshot[] {
  const { state } = world
  const prices = new Map<string, PriceSnapshot>()
  for (const offering of allOfferings(world)) {
    const { instanceType, vcpu, memoryMib, zone, market, pricePerHour } = offering
    const row = prices.get(instanceType) ?? {
      instanceType,
      vcpu,
      memoryMib,
      onDemandPerHour: pricePerHour,
      spot: [],
    }
    prices.set(instanceType, row)
    if (market === 'on-demand') row.onDemandPerHour = pricePerHour
    else row.spot.push({ zone, pricePerHour, isEmpty: state.emptyPools.includes(poolOf(offering)) })
  }
  return [...prices.values()]
}
