import { createHash } from 'node:crypto'
import { machineImageParameter } from '../../core/aws/machine-image'
import { region } from '../../core/aws/region'
import { useDiskKey } from '../../core/roles/environment-manager/instances-policy'
import { processRunnerRoleName, rolePath } from '../../core/roles/names'
import {
  CloudError,
  type Instance,
  type Instances,
  type LaunchRequest,
  type MachineImage,
} from '../../controller/cloud/cloud'
import type { AccountApi, ApiCall } from '../api'
import { newId } from '../ids'
import { endReasons, type InstanceLifecycle } from './instance-lifecycle'
import type { LaunchBucket } from './launch-bucket'
import { poolOf } from '../../core/catalogue/pool'
import { allOfferings } from './offerings'
import type { AccountState, InstanceState, Listed } from '../state'
import { listed, type World } from '../world'
import { requireThing, visible } from '../things'

/** The state of an instance at `now` (epoch in milliseconds). */
export function instanceStateAt(now: number, instance: InstanceState): Instance['state'] {
  if (instance.terminatedEpoch !== undefined)
    return now < instance.terminatedEpoch ? 'stopping' : 'terminated'
  return instance.isRunning ? 'running' : 'pending'
}

const toInstance = (now: number, instance: InstanceState): Instance => ({
  id: instance.id,
  clientToken: instance.clientToken,
  instanceType: instance.instanceType,
  zone: instance.zone,
  market: instance.market,
  state: instanceStateAt(now, instance),
  agent: instance.agent && { host: instance.agent.host, port: instance.agent.port },
  launchedEpoch: instance.launchedEpoch,
  imageId: instance.imageId,
  endReason: instance.endReason,
  tags: instance.tags,
})

/** EC2's instances as far as SDO uses them. */
export function instancesOf(api: AccountApi, lifecycle: InstanceLifecycle, bucket?: LaunchBucket): Instances {
  const { world } = api
  const now = () => world.clock.now()
  const isKnown = ({ visibleEpoch }: Listed<InstanceState>) => visibleEpoch <= now()
  const isRemembered = ({ terminatedEpoch }: InstanceState) =>
    terminatedEpoch === undefined || now() < terminatedEpoch + world.timings.terminatedVisibleMs
  return {
    list: (tags) =>
      api.call('ec2:DescribeInstances', {}, (account) =>
        visible(world, account.instances, tags)
          .filter(isRemembered)
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
          throw new CloudError(
            'invalid',
            'The client token was used before with other parameters (IdempotentParameterMismatch).',
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
    bootEpoch: now + world.timings.bootMs,
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
  const subnet = requireThing(account.subnets, request.subnetId, 'subnet')
  if (subnet.zone !== request.zone)
    throw new CloudError('invalid', `The subnet ${subnet.id} is in ${subnet.zone}, not in ${request.zone}.`)
  for (const id of request.securityGroupIds)
    if (requireThing(account.securityGroups, id, 'security group').vpcId !== subnet.vpcId)
      throw new CloudError(
        'invalid',
        `The security group ${id} and the subnet ${subnet.id} are in different VPCs.`,
      )
  if (!account.instanceProfiles[processRunnerRoleName]?.roleNames.length)
    throw new CloudError('invalid', `There is no instance profile ${processRunnerRoleName}.`)
  const offerings = allOfferings(world.state)
  const offering = offerings.find((candidate) => poolOf(candidate) === poolOf(request))
  if (!offering) throw new CloudError('invalid', `There is no instance type ${request.instanceType}.`)
  if (world.state.emptyPools.includes(poolOf(request)))
    throw new CloudError(
      'insufficient-capacity',
      `AWS has no ${request.market === 'spot' ? 'Spot' : 'on-demand'} capacity for ${request.instanceType} in ${request.zone} just now.`,
    )
  const vcpuOf = (instanceType: string) =>
    offerings.find((candidate) => candidate.instanceType === instanceType)?.vcpu ?? 0
  const vcpusInUse = Object.values(account.instances)
    .filter(({ terminatedEpoch }) => terminatedEpoch === undefined || terminatedEpoch > world.clock.now())
    .reduce((sum, { instanceType }) => sum + vcpuOf(instanceType), 0)
  if (account.vcpuQuota !== undefined && vcpusInUse + offering.vcpu > account.vcpuQuota)
    throw new CloudError(
      'quota-exceeded',
      `The account's quota of ${account.vcpuQuota} vCPUs does not allow another ${request.instanceType}. Ask AWS to raise it.`,
    )
  return offering.pricePerHour
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
