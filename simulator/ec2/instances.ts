import { createHash } from 'node:crypto'
import { machineImageParameter } from '../../core/aws/machine-image'
import { region } from '../../core/aws/region'
import { useDiskKey } from '../../core/roles/environment-manager/instances-policy'
import { processRunnerRoleName, rolePath } from '../../core/roles/names'
import type { Instance, Instances, LaunchRequest, MachineImage, Offering } from '../../controller/cloud/cloud'
import type { AccountApi, ApiCall } from '../api'
import { newId } from '../ids'
import { endReasons, type InstanceLifecycle } from './instance-lifecycle'
import type { LaunchBucket } from './launch-bucket'
import { poolOf } from '../../core/catalogue/pool'
import { allOfferings } from './offerings'
import type { AccountState, InstanceState, Listed } from '../state'
import { listed, type World } from '../world'
import { roleInEffect } from '../role-changes'
import { quotaOf } from '../quotas'
import { refusal } from '../refusal'
import { requireKnown, visible } from '../things'
import { drawSpan } from '../timings'

/** The state of an instance at `now` (epoch in milliseconds). */
export function instanceStateAt(now: number, instance: InstanceState): Instance['state'] {
  if (instance.terminatedEpoch !== undefined)
    return now < instance.terminatedEpoch ? 'stopping' : 'terminated'
  return instance.isRunning ? 'running' : 'pending'
}

/** As AWS describes it, which for a while can be of before its end. */
const toInstance = (now: number, instance: InstanceState): Instance => {
  const before = instance.formerly && now < instance.formerly.untilEpoch ? instance.formerly : undefined
  const { agent } = before ?? instance
  return {
    id: instance.id,
    clientToken: instance.clientToken,
    instanceType: instance.instanceType,
    zone: instance.zone,
    market: instance.market,
    state: before?.state ?? instanceStateAt(now, instance),
    agent: agent && { host: agent.host, port: agent.port },
    launchedEpoch: instance.launchedEpoch,
    imageId: instance.imageId,
    endReason: before ? undefined : instance.endReason,
    tags: instance.tags,
  }
}

/** EC2's instances as far as SDO uses them. */
export function instancesOf(api: AccountApi, lifecycle: InstanceLifecycle, bucket?: LaunchBucket): Instances {
  const { world } = api
  const now = () => world.clock.now()
  const isKnown = ({ visibleEpoch, unknownUntilEpoch = 0 }: Listed<InstanceState>) =>
    visibleEpoch <= now() && unknownUntilEpoch <= now()
  const isRemembered = ({ terminatedEpoch }: InstanceState) =>
    terminatedEpoch === undefined || now() < terminatedEpoch + world.timings.terminatedVisibleMs
  return {
    list: (tags) =>
      api.call('ec2:DescribeInstances', {}, (account) =>
        visible(world, account.instances, tags)
          .filter((instance) => isKnown(instance) && isRemembered(instance))
          .map((instance) => toInstance(now(), instance)),
      ),

    describe: (ids) =>
      api.call('ec2:DescribeInstances', {}, (account) =>
        ids
          .flatMap((id) => account.instances[id] ?? [])
          .filter((instance) => isKnown(instance) && isRemembered(instance))
          .map((instance) => toInstance(now(), instance)),
      ),

    launch: (request) =>
      api.call('ec2:RunInstances', launchPermissions(api, request), (account) => {
        bucket?.take(api.accountNumber)
        const fingerprint = fingerprintOf(request)
        const earlier = Object.values(account.instances).find(
          ({ clientToken }) => clientToken === request.clientToken,
        )
        if (earlier && earlier.fingerprint !== fingerprint)
          throw refusal(
            'IdempotentParameterMismatch',
            'Arguments on this idempotent request are inconsistent with arguments used in previous request(s).',
          )
        if (earlier) return toInstance(now(), earlier)
        const pricePerHour = requireLaunchable(api, account, request)
        const instance = newInstance(api, request, fingerprint, pricePerHour)
        if (!mayUseDiskKey(api, account)) instance.failure ??= endReasons.withoutKey
        account.instances[instance.id] = instance
        lifecycle.scheduleBoot(instance)
        return toInstance(now(), instance)
      }),

    terminate: (ids) =>
      api.call('ec2:TerminateInstances', { on: ids.map((id) => api.ec2('instance', id)) }, (account) => {
        for (const id of ids) {
          const instance = account.instances[id]
          // AWS says of a new one for a while that it is not there.
          if (instance && isKnown(instance)) lifecycle.terminate(instance, endReasons.byUser)
        }
      }),

    currentImage: () => api.call('ssm:GetParameter', readingImage, () => currentImage(world)),
  }
}

const readingImage: ApiCall = { on: [{ arn: `arn:aws:ssm:${region}::parameter${machineImageParameter}` }] }

/** What AWS asks the role about for a launch. */
export const launchPermissions = (api: AccountApi, request: LaunchRequest): ApiCall => ({
  on: [
    api.newEc2('instance', {
      'ec2:InstanceProfile': `arn:aws:iam::${api.accountNumber}:instance-profile${rolePath}${processRunnerRoleName}`,
      'ec2:MetadataHttpTokens': 'required',
      'ec2:MetadataHttpPutResponseHopLimit': '1',
    }),
    api.newEc2('volume', { 'ec2:Encrypted': 'true' }),
    api.newEc2('network-interface', { 'ec2:AssociatePublicIpAddress': 'true' }),
    ...(request.market === 'spot' ? [api.newEc2('spot-instances-request')] : []),
    api.ec2('subnet', request.subnetId),
    ...request.securityGroupIds.map((id) => api.ec2('security-group', id)),
    ...[`image/${currentImage(api.world).id}`, 'snapshot/snap-0000000000000000a'].map((id) => ({
      arn: `arn:aws:ec2:${region}::${id}`,
      context: { 'ec2:Owner': 'amazon' },
    })),
  ],
  requestTags: request.tags,
  alsoNeeds: [
    {
      action: 'ec2:CreateTags',
      on: [
        api.newEc2('instance'),
        api.newEc2('volume'),
        api.newEc2('network-interface'),
        ...(request.market === 'spot' ? [api.newEc2('spot-instances-request')] : []),
      ],
    },
    {
      action: 'iam:PassRole',
      on: [
        {
          arn: `arn:aws:iam::${api.accountNumber}:role${rolePath}${processRunnerRoleName}`,
          context: { 'iam:PassedToService': 'ec2.amazonaws.com' },
        },
      ],
    },
    { action: 'ssm:GetParameter', ...readingImage },
  ],
})

function newInstance(
  { world }: AccountApi,
  request: LaunchRequest,
  fingerprint: string,
  pricePerHour: number,
) {
  const now = world.clock.now()
  return listed<InstanceState>(world, {
    ...request,
    id: newId('i', world.random),
    imageId: currentImage(world).id,
    launchedEpoch: now,
    bootEpoch: now + drawSpan(world.timings.bootMs, world.random),
    pricePerHour,
    isRunning: false,
    agent: undefined,
    fingerprint,
    terminatedEpoch: undefined,
    interruptionEpoch: undefined,
    neverBoots: world.faults.takeDeadInstance(),
    failure: world.faults.takeFailedLaunch(),
    bootFailure: undefined,
  })
}

/** AWS launches an instance whose disks it cannot encrypt, and ends it. */
const mayUseDiskKey = (api: AccountApi, account: AccountState): boolean =>
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
function requireLaunchable({ world }: AccountApi, account: AccountState, request: LaunchRequest): number {
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

/** Digest of a launch request, whatever the order of its fields. */
function fingerprintOf(request: LaunchRequest): string {
  const sorted = JSON.stringify(request, (_key, value: unknown) =>
    value && typeof value === 'object' && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  )
  return createHash('sha256').update(sorted).digest('hex')
}

const first: MachineImage = { id: 'ami-0000000000000000a', publishedEpoch: 0 }

const currentImage = ({ state }: World): MachineImage => state.machineImage ?? first

/** From now on instances are launched from another image. Answers which. */
export function publishImage(world: World): MachineImage {
  const image = { id: newId('ami', world.random), publishedEpoch: world.clock.now() }
  world.state.machineImage = image
  return image
}
