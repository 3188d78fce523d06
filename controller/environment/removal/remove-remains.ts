import { CloudError } from '../../cloud/cloud'
import { allDone } from '../../reconcile/all-done'
import type { Draft } from '../draft'
import type { Pass } from '../pass'
import { isConnected, type Remains } from './remains'

/**
 * Deletes what nothing depends on any more; the rest follows in later passes. What is recorded is deleted too, in case the cloud does not
 * list it yet.
 */
export async function removeRemains(pass: Pass, draft: Draft, remains: Remains): Promise<void> {
  await allDone([removeLoadBalancers(pass, draft, remains), removeInstances(pass, draft, remains.instances)])
  if (remains.instances.length === 0 && remains.loadBalancers.length === 0 && !isConnected(draft))
    await removeNetwork(pass, draft, remains)
}

/** Ids of what was found and what is recorded, each once. */
const idsOf = (found: { id: string }[], ...recorded: (string | undefined)[]): string[] => [
  ...new Set([...found.map(({ id }) => id), ...recorded.filter((id) => id !== undefined)]),
]

async function removeLoadBalancers({ account }: Pass, { status }: Draft, remains: Remains): Promise<void> {
  const recorded = status.loadBalancers
  const balancerIds = idsOf(remains.loadBalancers, ...recorded.map(({ loadBalancerId }) => loadBalancerId))
  const groupIds = idsOf(remains.targetGroups, ...recorded.map(({ targetGroupId }) => targetGroupId))
  await removeEach(balancerIds, (id) => account.loadBalancers.delete(id))
  await removeEach(groupIds, (id) => account.loadBalancers.deleteTargetGroup(id))
  status.loadBalancers = []
}

/** Those that were found, and those that are recorded. */
export async function removeInstances(
  { account }: Pass,
  { status }: Draft,
  found: Remains['instances'],
): Promise<void> {
  const ids = idsOf(found, ...status.instances.map(({ instanceId }) => instanceId))
  if (ids.length > 0) await account.instances.terminate(ids)
  status.instances = []
  status.costPerHour = 0
}

async function removeNetwork(
  { account: { network, peerings } }: Pass,
  { status }: Draft,
  remains: Remains,
): Promise<void> {
  const recorded = status.network
  const groupIds = idsOf(
    remains.securityGroups,
    recorded.loadBalancerSecurityGroupId,
    recorded.instanceSecurityGroupId,
  )
  const subnetIds = idsOf(remains.subnets, ...recorded.subnets.map(({ id }) => id))
  const gatewayIds = idsOf(remains.internetGateways, recorded.internetGatewayId)
  const areRemoved = await allTrue([
    // Of which there is no record.
    removeEach(idsOf(remains.peerings), (id) => peerings.delete(id)),
    removeEach(groupIds, (id) => network.deleteSecurityGroup(id)),
    removeEach(subnetIds, (id) => network.deleteSubnet(id)),
    removeEach(gatewayIds, (id) => network.deleteInternetGateway(id)),
  ])
  if (areRemoved && (await removeEach(idsOf(remains.vpcs, recorded.vpcId), (id) => network.deleteVpc(id))))
    status.network = { subnets: [] }
}

async function allTrue(work: Promise<boolean>[]): Promise<boolean> {
  await allDone(work)
  return (await Promise.all(work)).every(Boolean)
}

/** Answers whether all are gone: what something still depends on is left for a later pass. */
const removeEach = (ids: string[], remove: (id: string) => Promise<void>): Promise<boolean> =>
  allTrue(
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
