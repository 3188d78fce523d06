import type { LoadBalancerStatus } from '../../../core/resources/environment'
import { CloudError, type LoadBalancer, type TargetGroup } from '../../cloud/cloud'
import { allDone } from '../../reconcile/outcome'
import type { Work } from '../concern'
import { listenerRule } from '../policy'
import { defaultBalancerCheck } from '../workload/balancer-check'
import { loadBalancerNameOf } from '../workload/balancer-names'
import { forgetTargetGroup, purposeOf } from '../workload/exposed-ports'
import { networkOf } from '../workload/places'

/** What is there of load balancing in the account. */
export interface Seen {
  balancers: LoadBalancer[]
  targetGroups: TargetGroup[]
}

/** A target group outlives its VPC, and is of no use to another one. */
export async function leaveFormerVpc(
  { pass, draft }: Work,
  entry: LoadBalancerStatus,
  { targetGroups }: Seen,
): Promise<void> {
  const vpcId = networkOf(draft.status, entry)?.vpcId
  const group = targetGroups.find(({ id }) => id === entry.targetGroupId)
  if (!group || !vpcId || group.vpcId === vpcId) return
  await pass.account.loadBalancers.deleteTargetGroup(group.id)
  forgetTargetGroup(entry)
}

/** Makes what is missing of a load balancer. The url is recorded last: it says that nothing is missing. */
export async function makeBalancer({ pass, draft }: Work, entry: LoadBalancerStatus, seen: Seen) {
  const network = networkOf(draft.status, entry)
  const api = pass.account.loadBalancers
  if (!network?.vpcId || !network.loadBalancerSecurityGroupId)
    throw new CloudError('not-found', 'Part of the network is missing. SDO creates it again.')
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
          tags,
        })
        .then(({ id }) => id),
    pass.account.network.allowIngress(network.loadBalancerSecurityGroupId, [listenerRule(entry.port)]),
  ])
  entry.loadBalancerId = balancer.id
  entry.targetGroupId = targetGroupId
  await allDone([
    api.setDrainSeconds(targetGroupId, pass.limits.drainSeconds),
    api.ensureListener({ loadBalancerId: balancer.id, port: entry.port, targetGroupId }),
  ])
  entry.alias = balancer.alias
  entry.url = balancer.url
}
