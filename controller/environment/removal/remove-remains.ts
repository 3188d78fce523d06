import type { NetworkStatus } from '../../../core/resources/environment'
import { CloudError, type CloudAccount, type Network } from '../../cloud/cloud'
import { allDone } from '../../reconcile/outcome'
import type { Draft } from '../draft'
import type { Pass } from '../pass'
import { networksOf } from '../workload/places'
import { isConnected, type Remains } from './remains'

/**
 * Deletes what nothing depends on any more; the rest follows in later passes. What is recorded is deleted too, in case the cloud does not
 * list it yet.
 *
 * @returns what AWS says of a part of the network that is still in use
 */
export async function removeRemains(pass: Pass, draft: Draft, remains: Remains): Promise<string | undefined> {
  await allDone([removeLoadBalancers(pass, draft, remains), removeInstances(pass, draft, remains.instances)])
  if (remains.instances.length > 0 || remains.loadBalancers.length > 0 || isConnected(draft)) return undefined
  return removeNetwork(pass, draft, remains)
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
  // What AWS still knows may be there: deleting what is gone is fine.
  const present = await Promise.all(
    recorded.map(
      async ({ loadBalancerId: id }) => id !== undefined && account.lookup.find('load-balancer', id),
    ),
  )
  status.loadBalancers = recorded.filter((_entry, index) => present[index])
}

/** Terminates the instances that were found, and those that are recorded. */
export async function removeInstances(
  { account }: Pass,
  { status }: Draft,
  found: Remains['instances'],
): Promise<void> {
  const ids = idsOf(found, ...status.instances.map(({ instanceId }) => instanceId))
  if (ids.length > 0) await account.instances.terminate(ids)
  // That AWS takes the termination proves nothing: they stay recorded until they have ended.
  status.instances = status.instances
    .filter(({ instanceId }) => instanceId !== undefined)
    .map((instance) => ({ ...instance, phase: 'Terminating' }))
  status.costPerHour = 0
}

/** What was found of an environment of which there is no record any more. What depends on something follows at the next look. */
export async function removeFound(account: CloudAccount, found: Remains): Promise<void> {
  const { instances, loadBalancers, network } = account
  await allDone([
    found.instances.length > 0 ? instances.terminate(idsOf(found.instances)) : Promise.resolve(),
    removeEach(idsOf(found.loadBalancers), (id) => loadBalancers.delete(id)),
  ])
  await removeEach(idsOf(found.targetGroups), (id) => loadBalancers.deleteTargetGroup(id))
  await removeParts(network, found, [])
}

async function removeNetwork(
  { account: { network, peerings } }: Pass,
  { status }: Draft,
  remains: Remains,
): Promise<string | undefined> {
  const recorded = networksOf(status)
  // Of which there is no record.
  const connected = await removeEach(idsOf(remains.peerings), (id) => peerings.delete(id))
  const obstacle = (await removeParts(network, remains, recorded)) ?? connected
  if (obstacle !== undefined) return obstacle
  status.network = { subnets: [] }
  delete status.next
  delete status.former
  return undefined
}

/** Parts of networks: those that were found, and those that are recorded. @returns what AWS says of one that is still in use, if one is */
export async function removeParts(
  network: Network,
  found: Pick<Remains, 'securityGroups' | 'subnets' | 'internetGateways' | 'vpcs'>,
  recorded: NetworkStatus[],
): Promise<string | undefined> {
  const groupIds = idsOf(
    found.securityGroups,
    ...recorded.flatMap((one) => [one.loadBalancerSecurityGroupId, one.instanceSecurityGroupId]),
  )
  const subnetIds = idsOf(found.subnets, ...recorded.flatMap(({ subnets }) => subnets.map(({ id }) => id)))
  const gatewayIds = idsOf(
    found.internetGateways,
    ...recorded.map(({ internetGatewayId }) => internetGatewayId),
  )
  const obstacle = await firstOf([
    removeEach(groupIds, (id) => network.deleteSecurityGroup(id)),
    removeEach(subnetIds, (id) => network.deleteSubnet(id)),
    removeEach(gatewayIds, (id) => network.deleteInternetGateway(id)),
  ])
  const vpcIds = idsOf(found.vpcs, ...recorded.map(({ vpcId }) => vpcId))
  return obstacle ?? removeEach(vpcIds, (id) => network.deleteVpc(id))
}

async function firstOf(work: Promise<string | undefined>[]): Promise<string | undefined> {
  await allDone(work)
  return (await Promise.all(work)).find((obstacle) => obstacle !== undefined)
}

/** What something still depends on is left for a later pass. @returns what AWS says of one of those */
const removeEach = (ids: string[], remove: (id: string) => Promise<void>): Promise<string | undefined> =>
  firstOf(
    ids.map(async (id) => {
      try {
        await remove(id)
        return undefined
      } catch (error) {
        if (error instanceof CloudError && error.kind === 'dependency-violation') return error.message
        throw error
      }
    }),
  )
