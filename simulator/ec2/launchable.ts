import { poolOf } from '../../core/catalogue/pool'
import { region } from '../../core/aws/region'
import { useDiskKey } from '../../core/roles/environment-manager/instances-policy'
import { processRunnerRoleName } from '../../core/roles/names'
import type { LaunchRequest, Offering } from '../../controller/cloud/cloud'
import type { AccountApi } from '../api'
import { roleInEffect } from '../role-changes'
import { quotaOf } from '../quotas'
import { refusal } from '../refusal'
import type { AccountState } from '../state'
import { requireKnown } from '../things'
import type { World } from '../world'
import { allOfferings } from './offerings'

/** AWS launches an instance whose disks it cannot encrypt, and ends it. */
export const mayUseDiskKey = (api: AccountApi, account: AccountState): boolean =>
  account.diskKey === undefined ||
  (account.diskKey.isLeftToIam &&
    useDiskKey.every((action) =>
      api.allows(action, {
        arn: `arn:aws:kms:${region}:${api.accountNumber}:key/of-the-account`,
        context: { 'kms:ViaService': `ec2.${region}.amazonaws.com` },
      }),
    ))

/**
 * The price per hour of what is asked for.
 * @throws CloudError if AWS would not launch it
 */
export function requireLaunchable(
  { world }: AccountApi,
  account: AccountState,
  request: LaunchRequest,
): number {
  const subnet = requireKnown(world, account.subnets, request.subnetId, 'subnet')
  if (subnet.zone !== request.zone)
    throw refusal(
      'InvalidParameterValue',
      `The subnet ${subnet.id} is in ${subnet.zone}, not in ${request.zone}`,
    )
  for (const id of request.securityGroupIds)
    if (requireKnown(world, account.securityGroups, id, 'security group').vpcId !== subnet.vpcId)
      throw refusal(
        'InvalidParameter',
        `Security group ${id} and subnet ${subnet.id} belong to different networks.`,
      )
  const profile = account.instanceProfiles[processRunnerRoleName]
  if (!profile?.roleNames.length || !roleInEffect(world, account, processRunnerRoleName))
    throw refusal(
      'InvalidParameterValue',
      `Value (${processRunnerRoleName}) for parameter iamInstanceProfile.name is invalid. Invalid IAM Instance Profile name`,
    )
  const offerings = allOfferings(world)
  const offering = offerings.find((candidate) => poolOf(candidate) === poolOf(request))
  if (!offering && offerings.some(({ instanceType }) => instanceType === request.instanceType))
    throw refusal(
      'Unsupported',
      `Your requested instance type (${request.instanceType}) is not supported in your requested Availability Zone (${request.zone}).`,
    )
  if (!offering)
    throw refusal('InvalidParameterValue', `Invalid value '${request.instanceType}' for InstanceType.`)
  if (world.state.emptyPools.includes(poolOf(request)))
    throw refusal(
      'InsufficientInstanceCapacity',
      `There is no ${request.market === 'spot' ? 'Spot' : 'on-demand'} capacity available that matches your request for ${request.instanceType} in ${request.zone}.`,
    )
  requireVcpus(world, account, request, offerings)
  return offering.pricePerHour
}

/** AWS counts the vCPUs of both markets apart. @throws CloudError quota-exceeded */
function requireVcpus(
  world: World,
  account: AccountState,
  { instanceType, market }: LaunchRequest,
  offerings: Offering[],
): void {
  // What was set by hand for both markets is for both together.
  const isForBoth = account.vcpuQuota !== undefined
  const limit = quotaOf(world, account, market === 'spot' ? 'spot-vcpus' : 'on-demand-vcpus') ?? Infinity
  const vcpuOf = (type: string) => offerings.find((one) => one.instanceType === type)?.vcpu ?? 0
  const inUse = Object.values(account.instances)
    .filter(({ terminatedEpoch }) => terminatedEpoch === undefined || terminatedEpoch > world.clock.now())
    .filter((instance) => isForBoth || instance.market === market)
    .reduce((sum, instance) => sum + vcpuOf(instance.instanceType), 0)
  if (inUse + vcpuOf(instanceType) <= limit) return
  throw market === 'spot'
    ? refusal('MaxSpotInstanceCountExceeded', 'Max spot instance count exceeded')
    : refusal(
        'VcpuLimitExceeded',
        `You have requested more vCPU capacity than your current vCPU limit of ${limit} allows for the instance bucket that the specified instance type belongs to.`,
      )
}
