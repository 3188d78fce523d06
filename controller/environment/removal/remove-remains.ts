import type { NetworkStatus } from '../../../core/resources/environment'
import { CloudError, type Network } from '../../cloud/cloud'
import { allDone } from '../../reconcile/outcome'
import type { Draft } from '../draft'
import type { Pass } from '../pass'
import { networksOf } from '../workload/places'
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

/** Terminates the instances that were found, and those that are recorded. */
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
  const recorded = networksOf(status)
  // Of which there is no record.
  const areDisconnected = await removeEach(idsOf(remains.peerings), (id) => peerings.delete(id))
  if (!(await removeParts(network, remains, recorded)) || !areDisconnected) return
  status.network = { subnets: [] }
  delete status.next
  delete status.former
}

/** Parts of networks: those that were found, and those that are recorded. @returns whether all are gone */
export async function removeParts(
  network: Network,
  found: Pick<Remains, 'securityGroups' | 'subnets' | 'internetGateways' | 'vpcs'>,
  recorded: NetworkStatus[],
): Promise<boolean> {
  const groupIds = idsOf(
    found.securityGroups,
    ...recorded.flatMap((one) => [one.loadBalancerSecurityGroupId, one.instanceSecurityGroupId]),
  )
  const subnetIds = idsOf(found.subnets, ...recorded.flatMap(({ subnets }) => subnets.map(({ id }) => id)))
  const gatewayIds = idsOf(
    found.internetGateways,
    ...recorded.map(({ internetGatewayId }) => internetGatewayId),
  )
  const areRemoved = await allTrue([
    removeEach(groupIds, (id) => network.deleteSecurityGroup(id)),
    removeEach(subnetIds, (id) => network.deleteSubnet(id)),
    removeEach(gatewayIds, (id) => network.deleteInternetGateway(id)),
  ])
  const vpcIds = idsOf(found.vpcs, ...recorded.map(({ vpcId }) => vpcId))
  return areRemoved && removeEach(vpcIds, (id) => network.deleteVpc(id))
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
