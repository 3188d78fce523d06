import { purposeTag } from '../../../core/aws/ownership'
import type { LoadBalancerStatus } from '../../../core/resources/environment'
import { CloudError, type LoadBalancer, type TargetGroup } from '../../cloud/cloud'
import { allDone } from '../../reconcile/all-done'
import type { Pass } from '../pass'
import { healthCheckPath, listenerRule } from '../policy'
import { isAnyMissed, isGone, loadBalancingIds, networkIds } from '../absence'
import { ready, type Outcome } from '../../reconcile/outcome'
import {
  exposedPortOf,
  exposedPortsOf,
  isSamePort,
  loadBalancerNameOf,
  neededPorts,
  purposeOf,
  type ExposedPort,
} from '../workload/exposed-ports'

/**
 * A load balancer with its target group and listener for every exposed port of what is to run. They become active by themselves; nothing
 * waits for it here, because instances and processes can start in the meantime.
 */
export async function ensureLoadBalancers(pass: Pass): Promise<Outcome> {
  const { loadBalancers } = pass.status
  const wanted = exposedPortsOf([...pass.goal.wanted, ...pass.goal.fallback])
  for (const exposed of wanted)
    if (!loadBalancers.some((one) => isSamePort(one, exposed)))
      loadBalancers.push({ applicationId: exposed.applicationId, port: exposed.port })
  const isUnfinished = loadBalancers.some(
    (one) => !one.url && wanted.some((exposed) => isSamePort(exposed, one)),
  )
  if (
    isUnfinished ||
    isAnyMissed(pass, loadBalancingIds(pass.status)) ||
    hasInactive(pass) ||
    pass.isSurveyDue
  ) {
    const seen = await look(pass)
    adopt(pass, seen)
    forgetLost(pass, seen)
    noteStates(pass, seen.balancers)
    // Nothing can be made in what is perhaps gone.
    if (isAnyMissed(pass, networkIds(pass.status))) return ready
    await allDone(
      wanted.map(({ applicationName, ...exposed }) => {
        const entry = loadBalancers.find((one) => isSamePort(one, exposed))
        return entry && !entry.url ? complete(pass, entry, applicationName, seen) : Promise.resolve()
      }),
    )
  }
  return ready
}

/** Takes away the load balancers of ports that nothing needs any more, once their processes are gone. */
export async function removeLoadBalancers(pass: Pass): Promise<Outcome> {
  const needed = neededPorts(pass.goal, pass.status)
  const superfluous = pass.status.loadBalancers.filter(
    (entry) => !needed.some((exposed) => isSamePort(exposed, entry)),
  )
  await allDone(superfluous.map((entry) => removeOne(pass, entry)))
  return ready
}

interface Seen {
  balancers: LoadBalancer[]
  targetGroups: TargetGroup[]
}

async function look(pass: Pass): Promise<Seen> {
  const api = pass.account.loadBalancers
  const [balancers, targetGroups] = await Promise.all([
    api.list(pass.environmentTags),
    api.listTargetGroups(pass.environmentTags),
  ])
  return { balancers, targetGroups }
}

/** Records what exists but stands nowhere, so that it is found when it is no longer needed. */
function adopt(pass: Pass, { balancers, targetGroups }: Seen): void {
  const record = (purpose: string | undefined): LoadBalancerStatus | undefined => {
    const exposed = exposedPortOf(purpose)
    if (!exposed) return undefined
    const entry = pass.status.loadBalancers.find((one) => isSamePort(one, exposed))
    if (entry) return entry
    const added: LoadBalancerStatus = { ...exposed }
    pass.status.loadBalancers.push(added)
    return added
  }
  for (const { id, tags } of balancers) {
    const entry = record(tags[purposeTag])
    if (entry) entry.loadBalancerId ??= id
  }
  for (const { id, tags } of targetGroups) {
    const entry = record(tags[purposeTag])
    if (entry) entry.targetGroupId ??= id
  }
}

/** Without its `url` an entry is completed anew, and what it still has is used. */
function forgetLost(pass: Pass, { balancers, targetGroups }: Seen): void {
  for (const entry of pass.status.loadBalancers) {
    const say = (what: string) =>
      pass.event(
        'network',
        `The ${what} for port ${entry.port} is gone from the account; making a new one.`,
        'ERROR',
      )
    const { loadBalancerId, targetGroupId, url } = entry
    if (loadBalancerId && isGone(pass, loadBalancerId, balancers)) {
      say('load balancer')
      forgetBalancer(pass, entry)
    }
    if (targetGroupId && isGone(pass, targetGroupId, targetGroups)) {
      say('target group')
      forgetTargetGroup(entry)
    }
    const balancer = balancers.find(({ id }) => id === entry.loadBalancerId)
    if (url && entry.url && balancer && !balancer.listenerPorts.includes(entry.port)) {
      say('listener')
      delete entry.url
    }
  }
}

function forgetBalancer({ memory }: Pass, entry: LoadBalancerStatus): void {
  memory.activeLoadBalancers.delete(entry.loadBalancerId ?? '')
  delete entry.loadBalancerId
  delete entry.url
}

/** Also for who was just told by AWS that it does not exist: one that does is found again by its name. */
export function forgetTargetGroup(entry: LoadBalancerStatus): void {
  delete entry.targetGroupId
  delete entry.url
}

const hasInactive = ({ status, memory }: Pass) =>
  status.loadBalancers.some(
    ({ loadBalancerId }) => loadBalancerId && !memory.activeLoadBalancers.has(loadBalancerId),
  )

function noteStates(pass: Pass, balancers: LoadBalancer[]): void {
  const { activeLoadBalancers } = pass.memory
  for (const { id, state } of balancers) {
    if (state === 'active') activeLoadBalancers.add(id)
    else activeLoadBalancers.delete(id)
    const entry = pass.status.loadBalancers.find(({ loadBalancerId }) => loadBalancerId === id)
    if (entry && state === 'failed') pass.failedLoadBalancers.add(entry.applicationId)
  }
}

/** A part that is gone although it was recorded or listed is forgotten, and made by the next pass. */
async function complete(pass: Pass, entry: LoadBalancerStatus, applicationName: string, seen: Seen) {
  try {
    await leaveFormerVpc(pass, entry, seen)
    await create(pass, entry, seen)
  } catch (error) {
    if (error instanceof CloudError && error.kind === 'not-found') {
      forgetBalancer(pass, entry)
      forgetTargetGroup(entry)
    }
    throw error
  }
  pass.event(
    'network',
    `Created the load balancer of ${applicationName} for port ${entry.port}: ${entry.url}`,
  )
}

/** A target group outlives its VPC, and is of no use to another one. */
async function leaveFormerVpc(pass: Pass, entry: LoadBalancerStatus, { targetGroups }: Seen): Promise<void> {
  const { vpcId } = pass.status.network
  const group = targetGroups.find(({ id }) => id === entry.targetGroupId)
  if (!group || !vpcId || group.vpcId === vpcId) return
  await pass.account.loadBalancers.deleteTargetGroup(group.id)
  forgetTargetGroup(entry)
}

/** The url is recorded last: it says that nothing is missing. */
async function create(pass: Pass, entry: LoadBalancerStatus, seen: Seen) {
  const { network } = pass.status
  const api = pass.account.loadBalancers
  if (!network.vpcId || !network.loadBalancerSecurityGroupId)
    throw new CloudError('not-found', 'A part of the network is missing and is being made anew.')
  const name = loadBalancerNameOf(pass.environment.metadata.name, entry)
  const tags = pass.tags(purposeOf(entry))
  const securityGroupIds = [network.loadBalancerSecurityGroupId]
  const subnetIds = network.subnets.map(({ id }) => id)
  const [balancer, targetGroupId] = await Promise.all([
    seen.balancers.find(({ id }) => id === entry.loadBalancerId) ??
      api.create({ name, subnetIds, securityGroupIds, tags }),
    entry.targetGroupId ??
      api
        .createTargetGroup({
          name,
          vpcId: network.vpcId,
          healthCheckPath,
          drainSeconds: pass.limits.drainSeconds,
          tags,
        })
        .then(({ id }) => id),
    pass.account.network.allowIngress(network.loadBalancerSecurityGroupId, [listenerRule(entry.port)]),
  ])
  entry.loadBalancerId = balancer.id
  entry.targetGroupId = targetGroupId
  await api.ensureListener({ loadBalancerId: balancer.id, port: entry.port, targetGroupId })
  entry.url = balancer.url
}

async function removeOne(pass: Pass, entry: ExposedPort & LoadBalancerStatus): Promise<void> {
  const { status, memory, account } = pass
  delete entry.url
  if (entry.loadBalancerId) {
    await account.loadBalancers.delete(entry.loadBalancerId)
    memory.activeLoadBalancers.delete(entry.loadBalancerId)
    delete entry.loadBalancerId
  }
  if (entry.targetGroupId && !(await isTargetGroupDeleted(pass, entry.targetGroupId))) return
  status.loadBalancers.splice(status.loadBalancers.indexOf(entry), 1)
  pass.event('network', `Deleted the load balancer for port ${entry.port}.`)
}

/** A target group outlives its load balancer for a moment: then the next pass tries again. */
async function isTargetGroupDeleted(pass: Pass, id: string): Promise<boolean> {
  try {
    await pass.account.loadBalancers.deleteTargetGroup(id)
    return true
  } catch (error) {
    if (error instanceof CloudError && error.kind === 'dependency-violation') return false
    throw error
  }
}
