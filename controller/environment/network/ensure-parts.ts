import { networkLines } from '../../../core/environment-log/network-lines'
import { agentControlPort } from '../../../core/agent/protocol'
import { isOurs, purposeTag } from '../../../core/aws/ownership'
import type { NetworkStatus } from '../../../core/resources/environment'
import {
  CloudError,
  type IngressRule,
  type OwnRouteTable,
  type SecurityGroup,
  type Tagged,
} from '../../cloud/cloud'
import { allDone } from '../../reconcile/outcome'
import type { Draft } from '../draft'
import type { Pass } from '../pass'
import { listenerRule, processPortRange } from '../policy'
import { openPortsOf } from '../workload/listener-rules'
import { standsIn } from '../../../core/resources/leading-balancers'
import { purposeIn } from '../workload/places'
import { chooseZones } from './choose-zones'
import { subnetCidrOf } from './free-vpc-range'
import { isConnected, type ListedParts } from './list-parts'
import { zoneCount } from './parts'

interface Known {
  /** Whether all of it was there once: then what is added is worth a word. */
  isReady: boolean
  /** The parts as they were just listed: what is right already is not asked for. Absent where they were not, or something was gone. */
  listed: ListedParts | undefined
}

/** Makes what is missing of a network. */
export async function ensureParts(
  pass: Pass,
  draft: Draft,
  network: NetworkStatus,
  known: Known,
): Promise<void> {
  const work = { pass, draft, network, ...known, vpcId: await ensureVpc(pass, draft, network) }
  await allDone([
    ensureSubnets(work),
    ensureInternetGateway(work),
    ensureRouteTable(work),
    ensureInstanceSecurityGroup(work),
    ensureLoadBalancerSecurityGroup(work),
  ])
  await ensureConnected(work)
}

interface Making extends Known {
  pass: Pass
  draft: Draft
  network: NetworkStatus
  vpcId: string
}

async function ensureVpc(pass: Pass, draft: Draft, network: NetworkStatus): Promise<string> {
  if (!network.vpcId) {
    const api = pass.live.network
    const tags = pass.tags(purposeIn(network, 'vpc'))
    const found = first(await api.listVpcs(tags))
    const vpc = found ?? (await api.createVpc({ cidr: rangeOf(network), tags }))
    network.vpcId = vpc.id
    network.cidr = vpc.cidr
    draft.event(networkLines.vpcMade, vpc)
  }
  return network.vpcId
}

function rangeOf({ cidr }: NetworkStatus): string {
  if (cidr === undefined) throw new Error('The range of the network is not recorded.')
  return cidr
}

async function ensureSubnets({ pass, draft, network, vpcId }: Making): Promise<void> {
  const api = pass.live.network
  if (network.subnets.length === zoneCount) return
  const [zones, offerings, ours] = await Promise.all([
    api.listZones(),
    pass.account.offerings.list(),
    api.listSubnets(pass.environmentTags),
  ])
  // Also those that were made and could not be written down.
  const present = ours.filter((subnet) => subnet.vpcId === vpcId)
  const taken = [...network.subnets, ...present]
  const chosen = chooseZones(
    zones,
    offerings,
    taken.map(({ zone }) => zone),
    zoneCount,
  )
  const free = chosen
    .map((_, index) => subnetCidrOf(rangeOf(network), index))
    .filter((cidr) => !taken.some((subnet) => subnet.cidr === cidr))
  await allDone(
    chosen.map(async ({ name: zone, id: zoneId }) => {
      if (network.subnets.some((subnet) => subnet.zone === zone)) return
      const tags = pass.tags(`subnet/${zone}`)
      const found = present.find((subnet) => subnet.tags[purposeTag] === tags[purposeTag])
      const cidr = found?.cidr ?? free.shift()
      if (cidr === undefined) throw new Error('The network has no room for another subnet.')
      const subnet = found ?? (await api.createSubnet({ vpcId, zone, cidr, tags }))
      network.subnets.push({ id: subnet.id, zone, zoneId, cidr: subnet.cidr })
      network.subnets.sort((a, b) => (a.zone < b.zone ? -1 : 1))
      draft.event(networkLines.subnetMade, { id: subnet.id, zone })
    }),
  )
}

async function ensureInternetGateway({ pass, draft, network }: Making): Promise<void> {
  if (network.internetGatewayId) return
  const api = pass.live.network
  const tags = pass.tags(purposeIn(network, 'internet-gateway'))
  const gateway = first(await api.listInternetGateways(tags)) ?? (await api.createInternetGateway({ tags }))
  network.internetGatewayId = gateway.id
  draft.event(networkLines.gatewayMade, gateway)
}

async function ensureRouteTable(making: Making): Promise<void> {
  const { pass, network, vpcId } = making
  if (network.routeTableId) return
  const api = pass.live.network
  const tags = pass.tags('route-table')
  const found =
    first((await api.listOwnRouteTables(tags)).filter((one) => one.vpcId === vpcId)) ??
    (making.isReady ? await findUsedTable(making) : undefined)
  network.routeTableId = (found ?? (await api.createRouteTable({ vpcId, tags }))).id
}

/**
 * The table that all subnets are associated with already, as where it lost its tags before tables were recorded. Another one could not take its
 * place. Surveys miss it among what is ours, and say so.
 */
async function findUsedTable({ pass, network }: Making): Promise<OwnRouteTable | undefined> {
  const subnetIds = network.subnets.map(({ id }) => id)
  if (subnetIds.length === 0) return undefined
  const tables = await pass.live.network.listRouteTablesOf(subnetIds)
  return tables.find((table) => subnetIds.every((id) => table.subnetIds.includes(id)))
}

/** By what is recorded: AWS may not list yet what was made just now. A subnet that is left out has no way into the world. */
async function ensureConnected(making: Making): Promise<void> {
  const { pass, network, vpcId, listed } = making
  const { internetGatewayId: gatewayId, routeTableId, subnets } = network
  if (!gatewayId || !routeTableId) throw new Error('The network has no gateway or no route table.')
  const subnetIds = subnets.map(({ id }) => id)
  if (listed && isConnected(listed, gatewayId, { vpcId, subnetIds })) return
  try {
    await pass.live.network.connectInternetGateway({ gatewayId, vpcId, routeTableId, subnetIds })
  } catch (error) {
    if (!(error instanceof CloudError && error.kind === 'invalid')) throw error
    const used = await findUsedTable(making)
    if (used?.defaultGatewayId !== gatewayId) throw error
    network.routeTableId = used.id
  }
}

async function ensureInstanceSecurityGroup(making: Making): Promise<void> {
  const { pass, network } = making
  network.instanceSecurityGroupId ??= (
    await ensureSecurityGroup(making, 'instances', 'Instances of an SDO environment')
  ).id
  const control = { fromPort: agentControlPort, toPort: agentControlPort }
  await ensureIngress(making, network.instanceSecurityGroupId, [
    ...pass.dependencies.controlCidrs.map((cidr) => ({ ...control, cidr })),
    { ...processPortRange, cidr: rangeOf(network) },
  ])
}

/** Says which rules it had to make again; those of a network that is being made go without saying. */
async function ensureIngress(
  { pass, draft, isReady, listed }: Making,
  securityGroupId: string,
  rules: IngressRule[],
): Promise<void> {
  const present = listed?.groups.find(({ id }) => id === securityGroupId)?.ingress ?? []
  if (rules.every((rule) => present.some((one) => isSameRule(one, rule)))) return
  const added = await pass.account.network.allowIngress(securityGroupId, rules)
  if (added.length === 0 || !isReady) return
  const ports = added.map(({ fromPort, toPort }) =>
    fromPort === toPort ? fromPort : `${fromPort}-${toPort}`,
  )
  draft.event(networkLines.groupOpened, { id: securityGroupId, ports: ports.join(', ') })
}

const isSameRule = (one: IngressRule, other: IngressRule): boolean =>
  one.fromPort === other.fromPort &&
  one.toPort === other.toPort &&
  one.cidr === other.cidr &&
  one.securityGroupId === other.securityGroupId

/** The ports of new load balancers are opened with each. */
async function ensureLoadBalancerSecurityGroup(making: Making): Promise<void> {
  const { draft, network } = making
  network.loadBalancerSecurityGroupId ??= (
    await ensureSecurityGroup(making, 'load-balancers', 'Load balancers of an SDO environment')
  ).id
  const made = draft.status.loadBalancers.filter((one) => one.url !== undefined && standsIn(network)(one))
  if (made.length > 0)
    await ensureIngress(
      making,
      network.loadBalancerSecurityGroupId,
      [...new Set(made.flatMap(openPortsOf))].map(listenerRule),
    )
}

async function ensureSecurityGroup(
  { pass, draft, vpcId }: Making,
  purpose: string,
  description: string,
): Promise<SecurityGroup> {
  const api = pass.live.network
  const tags = pass.tags(`security-group/${purpose}`)
  const name = `sdo-${purpose}`
  const found = first((await api.listSecurityGroups(tags)).filter((one) => one.vpcId === vpcId))
  const group = found ?? (await api.createSecurityGroup({ vpcId, name, description, tags }))
  draft.event(networkLines.groupMade, { id: group.id, purpose: purpose.replace('-', ' ') })
  return group
}

/** Always the same one, should there ever be several. */
const first = <T extends Tagged>(found: T[]): T | undefined =>
  found.filter(({ tags }) => isOurs(tags)).sort((a, b) => (a.id < b.id ? -1 : 1))[0]
