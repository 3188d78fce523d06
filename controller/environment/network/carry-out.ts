import { agentControlPort } from '../../../core/agent/protocol'
import { isOurs, purposeTag } from '../../../core/aws/ownership'
import type { NetworkStatus } from '../../../core/resources/environment'
import type { SecurityGroup, Tagged } from '../../cloud/cloud'
import { allDone } from '../../reconcile/all-done'
import { findCondition, isTrue } from '../../runtime/conditions'
import type { Pass } from '../pass'
import { listenerRule, processPortRange } from '../policy'
import { isAnyMissed, networkIds } from '../absence'
import { ready, waiting, type Outcome } from '../../reconcile/outcome'
import { subnetCidrOf, vpcCidrOf } from './network-addresses'
import { forgetLostParts } from './forget-lost-parts'

/** Instances and load balancers are spread over so many zones. */
const zoneCount = 3

/**
 * A VPC with three public subnets, a gateway, and a security group each for instances and load balancers. What is not recorded by id is
 * looked up by its tags before it is made; what is recorded is believed, and looked for now and then.
 */
export async function ensureNetwork(pass: Pass): Promise<Outcome> {
  const { status, memory, now, limits } = pass
  if (isTrue(status.conditions, 'NetworkReady') && !isLookDue(pass)) return ready
  Object.assign(status.network, memory.unrecordedNetwork)
  if (isLookDue(pass) && isAnythingRecorded(status.network) && (await forgetLostParts(pass))) {
    memory.trustAbsenceFromEpoch = now
    pass.condition({
      type: 'NetworkReady',
      status: 'False',
      reason: 'Working',
      message: 'Mending the network.',
    })
  }
  if (isAnyMissed(pass, networkIds(status)))
    return waiting('Working', 'Looking for a part of the network.', limits.pollSeconds)
  if (!isComplete(status.network)) {
    const wait = await announceCreation(pass)
    if (wait) return wait
  }
  try {
    const vpcId = await ensureVpc(pass)
    await allDone([
      ensureSubnets(pass, vpcId),
      ensureInternetGateway(pass, vpcId),
      ensureInstanceSecurityGroup(pass, vpcId),
      ensureLoadBalancerSecurityGroup(pass, vpcId),
    ])
  } catch (error) {
    memory.trustAbsenceFromEpoch = now + limits.visibilitySeconds * 1000
    throw error
  }
  memory.networkSurveyedEpoch = now
  memory.isNetworkInDoubt = false
  if (!isTrue(status.conditions, 'NetworkReady')) pass.event('network', 'The network is ready.')
  pass.condition({ type: 'NetworkReady', status: 'True', reason: 'Ready', message: 'The network is ready.' })
  return ready
}

/** Seldom, unless somebody asked or a part is missed. */
const isLookDue = (pass: Pass) =>
  pass.isExaminationDue ||
  pass.memory.isNetworkInDoubt ||
  isAnyMissed(pass, networkIds(pass.status)) ||
  pass.secondsSince(pass.memory.networkSurveyedEpoch) >= pass.limits.networkSurveySeconds

const isAnythingRecorded = ({ vpcId, internetGatewayId }: NetworkStatus) =>
  vpcId !== undefined || internetGatewayId !== undefined

const isComplete = (network: NetworkStatus) =>
  network.vpcId !== undefined &&
  network.internetGatewayId !== undefined &&
  network.instanceSecurityGroupId !== undefined &&
  network.loadBalancerSecurityGroupId !== undefined &&
  network.subnets.length === zoneCount

/**
 * Networks have no client tokens, and new ones may not be listed at once. So the status says that making it has begun, and whoever
 * finds it begun by somebody else, or lost a response, first waits until everything made must be visible.
 */
async function announceCreation(pass: Pass): Promise<Outcome | undefined> {
  const { memory, limits } = pass
  const begun = findCondition(pass.status.conditions, 'NetworkReady')
  if (!begun) {
    memory.trustAbsenceFromEpoch = pass.now
    pass.condition({
      type: 'NetworkReady',
      status: 'False',
      reason: 'Working',
      message: 'Creating the network.',
    })
    await pass.persist()
  }
  memory.trustAbsenceFromEpoch ??= pass.now + limits.visibilitySeconds * 1000
  const seconds = (memory.trustAbsenceFromEpoch - pass.now) / 1000
  return seconds > 0 ? waiting('Working', 'Looking for what was made before.', seconds) : undefined
}

async function ensureVpc(pass: Pass): Promise<string> {
  const { network } = pass.status
  if (!network.vpcId) {
    const api = pass.account.network
    const tags = pass.tags('vpc')
    const found = first(await api.listVpcs(tags))
    const vpc = found ?? (await api.createVpc({ cidr: vpcCidrOf(pass.environment.metadata.name), tags }))
    network.vpcId = vpc.id
    network.cidr = vpc.cidr
    pass.event('network', `Created VPC ${vpc.id} (${vpc.cidr}).`)
  }
  return network.vpcId
}

async function ensureSubnets(pass: Pass, vpcId: string): Promise<void> {
  const { network } = pass.status
  const api = pass.account.network
  if (network.subnets.length === zoneCount) return
  const [zones, present] = await Promise.all([api.listZones(), api.listSubnets(pass.environmentTags)])
  await allDone(
    zones.slice(0, zoneCount).map(async (zone, index) => {
      if (network.subnets.some((subnet) => subnet.zone === zone)) return
      const tags = pass.tags(`subnet/${zone}`)
      const cidr = subnetCidrOf(network.cidr ?? vpcCidrOf(pass.environment.metadata.name), index)
      const found = present.find(
        (subnet) => subnet.vpcId === vpcId && subnet.tags[purposeTag] === tags[purposeTag],
      )
      const subnet = found ?? (await api.createSubnet({ vpcId, zone, cidr, tags }))
      network.subnets.push({ id: subnet.id, zone, cidr: subnet.cidr })
      network.subnets.sort((a, b) => (a.zone < b.zone ? -1 : 1))
      pass.event('network', `Created subnet ${subnet.id} in ${zone}.`)
    }),
  )
}

async function ensureInternetGateway(pass: Pass, vpcId: string): Promise<void> {
  const { network } = pass.status
  const api = pass.account.network
  if (!network.internetGatewayId) {
    const tags = pass.tags('internet-gateway')
    const gateway = first(await api.listInternetGateways(tags)) ?? (await api.createInternetGateway({ tags }))
    network.internetGatewayId = gateway.id
    pass.event('network', `Created internet gateway ${gateway.id}.`)
  }
  await api.connectInternetGateway({ gatewayId: network.internetGatewayId, vpcId })
}

async function ensureInstanceSecurityGroup(pass: Pass, vpcId: string): Promise<void> {
  const { network } = pass.status
  network.instanceSecurityGroupId ??= (
    await ensureSecurityGroup(pass, vpcId, 'instances', 'Instances of an SDO environment')
  ).id
  const control = { fromPort: agentControlPort, toPort: agentControlPort }
  await pass.account.network.allowIngress(network.instanceSecurityGroupId, [
    ...pass.dependencies.controlCidrs.map((cidr) => ({ ...control, cidr })),
    { ...processPortRange, cidr: network.cidr ?? vpcCidrOf(pass.environment.metadata.name) },
  ])
}

/** The ports of new load balancers are opened with each. */
async function ensureLoadBalancerSecurityGroup(pass: Pass, vpcId: string): Promise<void> {
  const { network, loadBalancers } = pass.status
  network.loadBalancerSecurityGroupId ??= (
    await ensureSecurityGroup(pass, vpcId, 'load-balancers', 'Load balancers of an SDO environment')
  ).id
  if (loadBalancers.length > 0)
    await pass.account.network.allowIngress(
      network.loadBalancerSecurityGroupId,
      loadBalancers.map(({ port }) => listenerRule(port)),
    )
}

async function ensureSecurityGroup(
  pass: Pass,
  vpcId: string,
  purpose: string,
  description: string,
): Promise<SecurityGroup> {
  const api = pass.account.network
  const tags = pass.tags(`security-group/${purpose}`)
  const name = `sdo-${purpose}`
  const found = first((await api.listSecurityGroups(tags)).filter((one) => one.vpcId === vpcId))
  const group = found ?? (await api.createSecurityGroup({ vpcId, name, description, tags }))
  pass.event('network', `Created security group ${group.id} for ${purpose.replace('-', ' ')}.`)
  return group
}

/** Always the same one, should there ever be several. */
const first = <T extends Tagged>(found: T[]): T | undefined =>
  found.filter(({ tags }) => isOurs(tags)).sort((a, b) => (a.id < b.id ? -1 : 1))[0]
