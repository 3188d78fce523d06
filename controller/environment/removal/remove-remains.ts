import { CloudError } from '../../cloud/cloud'
import { allDone } from '../all-done'
import type { Pass } from '../pass'
import type { Remains } from './remains'

/**
 * Deletes what nothing depends on any more; the rest follows in later passes. What is recorded is deleted too, in case the cloud does not
 * list it yet.
 */
export async function removeRemains(pass: Pass, remains: Remains): Promise<void> {
  const { account, status } = pass
  const { loadBalancers, instances, network } = account
  const recorded = status.network
  const idsOf = (found: { id: string }[], ...known: (string | undefined)[]) => [
    ...new Set([...found.map(({ id }) => id), ...known.filter((id) => id !== undefined)]),
  ]
  const balancerIds = idsOf(
    remains.loadBalancers,
    ...status.loadBalancers.map(({ loadBalancerId }) => loadBalancerId),
  )
  const targetGroupIds = idsOf(
    remains.targetGroups,
    ...status.loadBalancers.map(({ targetGroupId }) => targetGroupId),
  )
  const instanceIds = idsOf(remains.instances, ...status.instances.map(({ instanceId }) => instanceId))
  await allDone([
    removeEach(balancerIds, (id) => loadBalancers.delete(id)),
    instanceIds.length > 0 ? instances.terminate(instanceIds) : Promise.resolve(),
  ])
  await removeEach(targetGroupIds, (id) => loadBalancers.deleteTargetGroup(id))
  status.loadBalancers = []
  status.instances = []
  status.costPerHour = 0
  const groupIds = idsOf(
    remains.securityGroups,
    recorded.loadBalancerSecurityGroupId,
    recorded.instanceSecurityGroupId,
  )
  if (remains.instances.length > 0 || remains.loadBalancers.length > 0) return
  const gatewayIds = idsOf(remains.internetGateways, recorded.internetGatewayId)
  const subnetIds = idsOf(remains.subnets, ...recorded.subnets.map(({ id }) => id))
  const isEmpty = await areAllTrue([
    removeEach(groupIds, (id) => network.deleteSecurityGroup(id)),
    removeEach(subnetIds, (id) => network.deleteSubnet(id)),
    removeEach(gatewayIds, (id) => network.deleteInternetGateway(id)),
  ])
  if (!isEmpty) return
  if (await removeEach(idsOf(remains.vpcs, recorded.vpcId), (id) => network.deleteVpc(id)))
    status.network = { subnets: [] }
}

const areAllTrue = async (work: Promise<boolean>[]): Promise<boolean> => {
  await allDone(work)
  return (await Promise.all(work)).every(Boolean)
}

/** Answers whether all are gone: what something still depends on is left for a later pass. */
async function removeEach(ids: string[], remove: (id: string) => Promise<void>): Promise<boolean> {
  return areAllTrue(
    ids.map(async (id) => {
      try {
        await remove(id)
        return true
      } catch (error) {
        if (error instanceof CloudError && error.kind === 'dependency-violation') return false
        throw error
      }
    }),
  )
}
