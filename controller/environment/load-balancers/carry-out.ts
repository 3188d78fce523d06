import { balancerLines } from '../../../core/environment-log/network-lines'
import { purposeTag } from '../../../core/aws/ownership'
import type { EnvironmentStatus, LoadBalancerStatus } from '../../../core/resources/environment'
import { CloudError, type LoadBalancer, type TargetGroup } from '../../cloud/cloud'
import { allDone } from '../../reconcile/all-done'
import { joinOutcomes, ready, type Outcome } from '../../reconcile/outcome'
import { attempt, settlingSeconds, type Learned, type Observation } from '../concern'
import { listenerRule } from '../policy'
import { defaultBalancerCheck } from '../workload/balancer-check'
import {
  exposedPortOf,
  forgetTargetGroup,
  isSameBalancer,
  loadBalancerNameOf,
  purposeOf,
  wantedBalancers,
} from '../workload/exposed-ports'
import { networkOf, placeOf, standsIn } from '../workload/places'
import { ensureHealthChecks } from './ensure-health-checks'
import type { BalancerWork, LoadBalancersMemory } from './memory'
import { removeUnneeded } from './remove-unneeded'

export const recall = (
  { loadBalancers }: EnvironmentStatus,
  { absence, active }: LoadBalancersMemory,
): Partial<Observation> => ({
  activeLoadBalancers: new Set(active),
  isLoadBalancingMissed: absence.isAnyMissed(
    loadBalancers.flatMap(({ loadBalancerId, targetGroupId }) => [loadBalancerId, targetGroupId]),
  ),
})

/**
 * Makes what is missing and deletes what nothing needs any more. Load balancers become active by themselves; nothing waits for it here,
 * because instances and processes can start in the meantime.
 */
export async function carryOut(work: BalancerWork): Promise<Learned> {
  const { pass, draft, observed, memory } = work
  const failedLoadBalancers = new Set<string>()
  const moveObstacles = [...observed.moveObstacles]
  const attempts: Learned[] = [
    await attempt(() => ensureWanted(work, failedLoadBalancers, moveObstacles), pass.limits),
    await attempt(() => ensureHealthChecks(work), pass.limits),
    settlingSeconds(work) > 0 ? {} : await attempt(() => removeUnneeded(work), pass.limits),
  ]
  return {
    ...recall(draft.status, memory),
    failedLoadBalancers,
    moveObstacles,
    isSomethingMissing: observed.isSomethingMissing || attempts.some((one) => one.isSomethingMissing),
    outcome: joinOutcomes(attempts.map(({ outcome = ready }) => outcome)),
  }
}

/**
 * Adds to `failed` the applications of load balancers that AWS could not make, and to `moveObstacles` what it refuses of the network to which
 * the environment moves: nobody who is served waits for that.
 */
async function ensureWanted(
  work: BalancerWork,
  failed: Set<string>,
  moveObstacles: Outcome[],
): Promise<Learned> {
  const { pass, draft, observed, memory } = work
  const { loadBalancers, next } = draft.status
  const wanted = wantedBalancers(pass.goal, draft.status)
  for (const { applicationId, port, ...place } of wanted)
    if (!loadBalancers.some((one) => isSameBalancer(one, { applicationId, port, ...place })))
      loadBalancers.push({ applicationId, port, ...placeOf(place) })
  const isUnfinished = loadBalancers.some(
    (one) => !one.url && wanted.some((exposed) => isSameBalancer(exposed, one)),
  )
  const { isLoadBalancingMissed } = recall(draft.status, memory)
  if (!isUnfinished && !isLoadBalancingMissed && !hasInactive(work) && !pass.isSurveyDue) return {}
  const seen = await look(work)
  adopt(work, seen)
  forgetLost(work, seen)
  noteStates(work, seen.balancers, failed)
  // Nothing can be made in what is perhaps gone.
  if (observed.isNetworkMissed) return {}
  const completeAll = (some: typeof wanted) =>
    allDone(
      some.map(({ applicationName, ...exposed }) => {
        const entry = loadBalancers.find((one) => isSameBalancer(one, exposed))
        return entry && !entry.url ? complete(work, entry, applicationName, seen) : Promise.resolve()
      }),
    )
  const isForMove = next ? standsIn(next) : () => false
  const { outcome } = await attempt(async () => {
    await completeAll(wanted.filter(isForMove))
    return {}
  }, pass.limits)
  if (outcome) moveObstacles.push(outcome)
  await completeAll(wanted.filter((one) => !isForMove(one)))
  return {}
}

interface Seen {
  balancers: LoadBalancer[]
  targetGroups: TargetGroup[]
}

async function look({ pass }: BalancerWork): Promise<Seen> {
  const api = pass.account.loadBalancers
  const [balancers, targetGroups] = await Promise.all([
    api.list(pass.environmentTags),
    api.listTargetGroups(pass.environmentTags),
  ])
  return { balancers, targetGroups }
}

/** Records what exists but stands nowhere, so that it is found when it is no longer needed. */
function adopt({ draft }: BalancerWork, { balancers, targetGroups }: Seen): void {
  const record = (purpose: string | undefined): LoadBalancerStatus | undefined => {
    const exposed = exposedPortOf(purpose)
    if (!exposed) return undefined
    const entry = draft.status.loadBalancers.find((one) => isSameBalancer(one, exposed))
    if (entry) return entry
    const added: LoadBalancerStatus = { ...exposed }
    draft.status.loadBalancers.push(added)
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
function forgetLost(work: BalancerWork, { balancers, targetGroups }: Seen): void {
  const { pass, draft, memory } = work
  for (const entry of draft.status.loadBalancers) {
    const say = (what: string) => draft.event(balancerLines.partGone, { what, port: entry.port })
    const { loadBalancerId, targetGroupId, url } = entry
    if (loadBalancerId && memory.absence.isProven(pass, loadBalancerId, balancers)) {
      say('load balancer')
      forgetBalancer(work, entry)
    }
    if (targetGroupId && memory.absence.isProven(pass, targetGroupId, targetGroups)) {
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

function forgetBalancer({ memory }: BalancerWork, entry: LoadBalancerStatus): void {
  memory.active.delete(entry.loadBalancerId ?? '')
  delete entry.loadBalancerId
  delete entry.url
}

const hasInactive = ({ draft, memory }: BalancerWork) =>
  draft.status.loadBalancers.some(
    ({ loadBalancerId }) => loadBalancerId && !memory.active.has(loadBalancerId),
  )

function noteStates({ draft, memory }: BalancerWork, balancers: LoadBalancer[], failed: Set<string>): void {
  for (const { id, state, alias } of balancers) {
    if (state === 'active') memory.active.add(id)
    else memory.active.delete(id)
    const entry = draft.status.loadBalancers.find(({ loadBalancerId }) => loadBalancerId === id)
    if (entry) entry.alias = alias
    const { next } = draft.status
    const isForMove = entry && next && standsIn(next)(entry)
    if (entry && !isForMove && state === 'failed') failed.add(entry.applicationId)
  }
}

/** A part that is gone although it was recorded or listed is forgotten, and made by the next pass. */
async function complete(work: BalancerWork, entry: LoadBalancerStatus, applicationName: string, seen: Seen) {
  try {
    await leaveFormerVpc(work, entry, seen)
    await create(work, entry, seen)
  } catch (error) {
    if (error instanceof CloudError && error.kind === 'not-found') {
      forgetBalancer(work, entry)
      forgetTargetGroup(entry)
    }
    throw error
  }
  const { port, url } = entry
  work.draft.event(balancerLines.made, { application: applicationName, port, url })
}

/** A target group outlives its VPC, and is of no use to another one. */
async function leaveFormerVpc(
  { pass, draft }: BalancerWork,
  entry: LoadBalancerStatus,
  { targetGroups }: Seen,
): Promise<void> {
  const vpcId = networkOf(draft.status, entry)?.vpcId
  const group = targetGroups.find(({ id }) => id === entry.targetGroupId)
  if (!group || !vpcId || group.vpcId === vpcId) return
  await pass.account.loadBalancers.deleteTargetGroup(group.id)
  forgetTargetGroup(entry)
}

/** The url is recorded last: it says that nothing is missing. */
async function create({ pass, draft }: BalancerWork, entry: LoadBalancerStatus, seen: Seen) {
  const network = networkOf(draft.status, entry)
  const api = pass.account.loadBalancers
  if (!network?.vpcId || !network.loadBalancerSecurityGroupId)
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
          healthCheck: defaultBalancerCheck,
          drainSeconds: pass.limits.drainSeconds,
          tags,
        })
        .then(({ id }) => id),
    pass.account.network.allowIngress(network.loadBalancerSecurityGroupId, [listenerRule(entry.port)]),
  ])
  entry.loadBalancerId = balancer.id
  entry.targetGroupId = targetGroupId
  await api.ensureListener({ loadBalancerId: balancer.id, port: entry.port, targetGroupId })
  entry.alias = balancer.alias
  entry.url = balancer.url
}
