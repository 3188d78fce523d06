import { agentControlPort } from '../../../core/agent/protocol'
import { isOurs, purposeTag } from '../../../core/aws/ownership'
import type { EnvironmentStatus, NetworkStatus } from '../../../core/resources/environment'
import type { IngressRule, SecurityGroup, Tagged } from '../../cloud/cloud'
import { allDone } from '../../reconcile/all-done'
import { waiting, type Outcome } from '../../reconcile/outcome'
import { findCondition, isTrue } from '../../runtime/conditions'
import { Absence } from '../absence'
import type { Learned, Observation, Work } from '../concern'
import type { Draft } from '../draft'
import type { Pass } from '../pass'
import { listenerRule, processPortRange } from '../policy'
import { openPortsOf } from '../workload/listener-rules'
import { forgetLostParts } from './forget-lost-parts'
import { subnetCidrOf } from './free-vpc-range'
import { isComplete, networkIds, zoneCount } from './parts'
import { settleRange } from './settle-range'

interface NetworkMemory {
  absence: Absence
  surveyedEpoch: number
  /** Before this time, a thing that is not listed may exist all the same: a creation may have been lost on its way back. */
  trustAbsenceFromEpoch: number | undefined
}

export const emptyMemory = (): NetworkMemory => ({
  absence: new Absence(),
  surveyedEpoch: 0,
  trustAbsenceFromEpoch: undefined,
})

export const recall = ({ network }: EnvironmentStatus, { absence }: NetworkMemory): Partial<Observation> => ({
  isNetworkMissed: absence.isAnyMissed(networkIds(network)),
})

/** What is not recorded by id is looked up by its tags before it is made; what is recorded is believed, and looked for now and then. */
export async function carryOut({ pass, draft, memory }: Work<NetworkMemory>): Promise<Learned> {
  const { network } = draft.status
  const { now, limits } = pass
  const isMissed = () => memory.absence.isAnyMissed(networkIds(network))
  const isLookDue = isSurveyDue(pass, memory) || isMissed()
  if (isTrue(draft.status.conditions, 'NetworkReady') && !isLookDue) return {}
  if (isLookDue && isAnythingRecorded(network) && (await forgetLostParts(pass, draft, memory.absence)))
    memory.trustAbsenceFromEpoch = now
  if (isMissed())
    return {
      isNetworkMissed: true,
      outcome: waiting('Working', 'Looking for a part of the network.', limits.pollSeconds),
    }
  const wasComplete = isComplete(network)
  const wait = wasComplete ? undefined : await beginCreation(pass, draft, memory)
  if (wait) return { isNetworkMissed: false, outcome: wait }
  try {
    await ensureParts(pass, draft)
  } catch (error) {
    memory.trustAbsenceFromEpoch = now + limits.visibilitySeconds * 1000
    throw error
  }
  memory.surveyedEpoch = now
  if (!wasComplete) draft.event('network', 'The network is ready.')
  draft.condition({ type: 'NetworkReady', status: 'True', reason: 'Ready', message: 'The network is ready.' })
  return { isNetworkMissed: false }
}

/** Seldom, unless somebody asked or a part may be missing. */
const isSurveyDue = (pass: Pass, { surveyedEpoch }: NetworkMemory) =>
  pass.isExaminationDue ||
  pass.hints.isNetworkInDoubt ||
  pass.secondsSince(surveyedEpoch) >= pass.limits.networkSurveySeconds

const isAnythingRecorded = ({ vpcId, internetGatewayId }: NetworkStatus) =>
  vpcId !== undefined || internetGatewayId !== undefined

/**
 * Networks have no client tokens, and new ones may not be listed at once. So one pass writes down that making it begins, and the next
 * makes it; whoever finds it begun by somebody else, or lost a response, first waits until everything made must be visible.
 */
async function beginCreation(pass: Pass, draft: Draft, memory: NetworkMemory): Promise<Outcome | undefined> {
  const { now, limits } = pass
  const isBegun = findCondition(draft.status.conditions, 'NetworkReady') !== undefined
  if (!isBegun) memory.trustAbsenceFromEpoch = now
  const unsettled = draft.status.network.vpcId ? undefined : await settleRange(pass, draft)
  if (unsettled) return unsettled
  if (!isBegun) return waiting('Working', 'Creating environment...', limits.actSeconds)
  memory.trustAbsenceFromEpoch ??= now + limits.visibilitySeconds * 1000
  const seconds = (memory.trustAbsenceFromEpoch - now) / 1000
  return seconds > 0 ? waiting('Working', 'Looking for what was made before.', seconds) : undefined
}

async function ensureParts(pass: Pass, draft: Draft): Promise<void> {
  const vpcId = await ensureVpc(pass, draft)
  await allDone([
    ensureSubnets(pass, draft, vpcId),
    ensureInternetGateway(pass, draft, vpcId),
    ensureInstanceSecurityGroup(pass, draft, vpcId),
    ensureLoadBalancerSecurityGroup(pass, draft, vpcId),
  ])
}

async function ensureVpc(pass: Pass, draft: Draft): Promise<string> {
  const { network } = draft.status
  if (!network.vpcId) {
    const api = pass.account.network
    const tags = pass.tags('vpc')
    const found = first(await api.listVpcs(tags))
    const vpc = found ?? (await api.createVpc({ cidr: rangeOf(network), tags }))
    network.vpcId = vpc.id
    network.cidr = vpc.cidr
    draft.event('network', `Created VPC ${vpc.id} (${vpc.cidr}).`)
  }
  return network.vpcId
}

function rangeOf({ cidr }: NetworkStatus): string {
  if (cidr === undefined) throw new Error('The range of the network is not recorded.')
  return cidr
}

async function ensureSubnets(pass: Pass, draft: Draft, vpcId: string): Promise<void> {
  const { network } = draft.status
  const api = pass.account.network
  if (network.subnets.length === zoneCount) return
  const [zones, present] = await Promise.all([api.listZones(), api.listSubnets(pass.environmentTags)])
  await allDone(
    zones.slice(0, zoneCount).map(async (zone, index) => {
      if (network.subnets.some((subnet) => subnet.zone === zone)) return
      const tags = pass.tags(`subnet/${zone}`)
      const cidr = subnetCidrOf(rangeOf(network), index)
      const found = present.find(
        (subnet) => subnet.vpcId === vpcId && subnet.tags[purposeTag] === tags[purposeTag],
      )
      const subnet = found ?? (await api.createSubnet({ vpcId, zone, cidr, tags }))
      network.subnets.push({ id: subnet.id, zone, cidr: subnet.cidr })
      network.subnets.sort((a, b) => (a.zone < b.zone ? -1 : 1))
      draft.event('network', `Created subnet ${subnet.id} in ${zone}.`)
    }),
  )
}

async function ensureInternetGateway(pass: Pass, draft: Draft, vpcId: string): Promise<void> {
  const { network } = draft.status
  const api = pass.account.network
  if (!network.internetGatewayId) {
    const tags = pass.tags('internet-gateway')
    const gateway = first(await api.listInternetGateways(tags)) ?? (await api.createInternetGateway({ tags }))
    network.internetGatewayId = gateway.id
    draft.event('network', `Created internet gateway ${gateway.id}.`)
  }
  await api.connectInternetGateway({ gatewayId: network.internetGatewayId, vpcId })
}

async function ensureInstanceSecurityGroup(pass: Pass, draft: Draft, vpcId: string): Promise<void> {
  const { network } = draft.status
  network.instanceSecurityGroupId ??= (
    await ensureSecurityGroup(pass, draft, vpcId, 'instances', 'Instances of an SDO environment')
  ).id
  const control = { fromPort: agentControlPort, toPort: agentControlPort }
  await ensureIngress(pass, draft, network.instanceSecurityGroupId, [
    ...pass.dependencies.controlCidrs.map((cidr) => ({ ...control, cidr })),
    { ...processPortRange, cidr: rangeOf(network) },
  ])
}

/** Says which rules it had to make again; those of a network that is being made go without saying. */
async function ensureIngress(
  pass: Pass,
  draft: Draft,
  securityGroupId: string,
  rules: IngressRule[],
): Promise<void> {
  const added = await pass.account.network.allowIngress(securityGroupId, rules)
  if (added.length === 0 || !isTrue(draft.status.conditions, 'NetworkReady')) return
  const ports = added.map(({ fromPort, toPort }) =>
    fromPort === toPort ? fromPort : `${fromPort}-${toPort}`,
  )
  draft.event(
    'network',
    `The security group ${securityGroupId} did not let in what it must; opened again: ${ports.join(', ')}.`,
    'ERROR',
  )
}

/** The ports of new load balancers are opened with each. */
async function ensureLoadBalancerSecurityGroup(pass: Pass, draft: Draft, vpcId: string): Promise<void> {
  const { network, loadBalancers } = draft.status
  network.loadBalancerSecurityGroupId ??= (
    await ensureSecurityGroup(pass, draft, vpcId, 'load-balancers', 'Load balancers of an SDO environment')
  ).id
  const made = loadBalancers.filter(({ url }) => url !== undefined)
  if (made.length > 0)
    await ensureIngress(
      pass,
      draft,
      network.loadBalancerSecurityGroupId,
      [...new Set(made.flatMap(openPortsOf))].map(listenerRule),
    )
}

async function ensureSecurityGroup(
  pass: Pass,
  draft: Draft,
  vpcId: string,
  purpose: string,
  description: string,
): Promise<SecurityGroup> {
  const api = pass.account.network
  const tags = pass.tags(`security-group/${purpose}`)
  const name = `sdo-${purpose}`
  const found = first((await api.listSecurityGroups(tags)).filter((one) => one.vpcId === vpcId))
  const group = found ?? (await api.createSecurityGroup({ vpcId, name, description, tags }))
  draft.event('network', `Created security group ${group.id} for ${purpose.replace('-', ' ')}.`)
  return group
}

/** Always the same one, should there ever be several. */
const first = <T extends Tagged>(found: T[]): T | undefined =>
  found.filter(({ tags }) => isOurs(tags)).sort((a, b) => (a.id < b.id ? -1 : 1))[0]
