import { purposeTag } from '../../../core/aws/ownership'
import { balancerLines } from '../../../core/environment-log/network-lines'
import type { LoadBalancerStatus } from '../../../core/resources/environment'
import { isShared } from '../../../core/resources/leading-balancers'
import { CloudError, type LoadBalancer } from '../../cloud/cloud'
import { allDone } from '../../reconcile/outcome'
import type { Work } from '../concern'
import { listenerRule } from '../policy'
import { defaultBalancerCheck } from '../workload/balancer-check'
import { loadBalancerNameOf, sharedNameOf, sharedPurposeIn } from '../workload/balancer-names'
import { purposeOf } from '../workload/exposed-ports'
import { networkOf, placeOf } from '../workload/places'
import { isSameSlot } from '../workload/listener-ports'
import type { Seen } from './make-balancer'

/** Makes the load balancer that the exposed ports of each network share, where one of them has none yet. */
export async function ensureShared(
  { pass, draft }: Work,
  seen: Seen,
  unfinished: { entry: LoadBalancerStatus }[],
): Promise<void> {
  const lacking = unfinished.filter(({ entry }) => isShared(entry) && entry.loadBalancerId === undefined)
  for (const { entry } of lacking) {
    if (entry.loadBalancerId !== undefined) continue
    const { subnets, securityGroupId } = requireNetwork({ pass, draft }, entry)
    const purpose = sharedPurposeIn(entry)
    const present = seen.balancers.find(({ tags }) => tags[purposeTag] === purpose)
    const balancer =
      present ??
      (await pass.account.loadBalancers.create({
        name: sharedNameOf(pass.environment.metadata.name, placeOf(entry)),
        subnetIds: subnets.map(({ id }) => id),
        securityGroupIds: [securityGroupId],
        tags: pass.tags(purpose),
      }))
    if (!present) draft.event(balancerLines.sharedMade)
    for (const one of draft.status.loadBalancers)
      if (isShared(one) && sharedPurposeIn(one) === purpose) one.loadBalancerId = balancer.id
  }
}

/**
 * Makes what is missing of a port behind the load balancer that all share: its target group, and the listener that forwards to it. The url
 * is recorded once the listener is seen: it says that nothing is missing.
 */
export async function openListener(
  work: Work,
  entry: LoadBalancerStatus,
  { balancers }: Seen,
): Promise<void> {
  const { pass, draft } = work
  const { listenerPort = 0, loadBalancerId } = entry
  const { vpcId, securityGroupId } = requireNetwork(work, entry)
  const slot = draft.status.loadBalancers.filter((one) => isSameSlot(one, entry))
  // Of two ports of which one takes the place of the other, the first makes what both are behind.
  if (slot[0] !== entry && slot.every(({ targetGroupId }) => targetGroupId === undefined)) return
  entry.targetGroupId ??=
    slot.find(({ targetGroupId }) => targetGroupId !== undefined)?.targetGroupId ??
    (
      await pass.account.loadBalancers.createTargetGroup({
        name: loadBalancerNameOf(pass.environment.metadata.name, entry),
        vpcId,
        healthCheck: defaultBalancerCheck,
        tags: pass.tags(purposeOf(entry)),
      })
    ).id
  const balancer: LoadBalancer | undefined = balancers.find(({ id }) => id === loadBalancerId)
  const address = balancer?.addresses.find(({ port }) => port === listenerPort)
  await allDone([
    pass.account.network.allowIngress(securityGroupId, [listenerRule(listenerPort)]),
    pass.account.loadBalancers.setDrainSeconds(entry.targetGroupId, pass.limits.drainSeconds),
  ])
  if (balancer && address) Object.assign(entry, { alias: balancer.alias, url: address.url })
  else if (loadBalancerId !== undefined)
    await pass.account.loadBalancers.ensureListener({
      loadBalancerId,
      port: listenerPort,
      targetGroupId: entry.targetGroupId,
    })
}

function requireNetwork({ draft: { status } }: Work, entry: LoadBalancerStatus) {
  const { vpcId, subnets = [], loadBalancerSecurityGroupId: securityGroupId } = networkOf(status, entry) ?? {}
  if (!vpcId || !securityGroupId)
    throw new CloudError('not-found', 'Part of the network is missing. SDO creates it again.')
  return { vpcId, subnets, securityGroupId }
}
