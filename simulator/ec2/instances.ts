import { createHash } from 'node:crypto'
import { machineImageParameter } from '../../core/aws/machine-image'
import { region } from '../../core/aws/region'
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
import { mayUseDiskKey, requireLaunchable } from './launchable'
import type { AccountState, InstanceState, Listed } from '../state'
import { listed, type World } from '../world'
import { refusal } from '../refusal'
import { visible } from '../things'
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
      ofThoseKnown(ids, (some) =>
        api.call('ec2:DescribeInstances', {}, (account) =>
          some
            .map((id) => requireInstance(account, id, (one) => isKnown(one) && isRemembered(one)))
            .map((instance) => toInstance(now(), instance)),
        ),
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

    async terminate(ids) {
      await ofThoseKnown(ids, (some) =>
        api.call('ec2:TerminateInstances', { on: some.map((id) => api.ec2('instance', id)) }, (account) => {
          const instances = some.map((id) => requireInstance(account, id, isKnown))
          for (const instance of instances) lifecycle.terminate(instance, endReasons.byUser)
          return []
        }),
      )
    },

    currentImage: () => api.call('ssm:GetParameter', readingImage, () => currentImage(world)),
  }
}

/** @throws CloudError not-found, for which AWS does nothing for the others of the call either */
function requireInstance(
  account: AccountState,
  id: string,
  isThere: (instance: Listed<InstanceState>) => boolean,
): Listed<InstanceState> {
  const instance = account.instances[id]
  if (!instance || !isThere(instance))
    throw refusal('InvalidInstanceID.NotFound', `The instance ID '${id}' does not exist`)
  return instance
}

/** Asks for all at once and, where AWS does not know one of them, for each by itself, as SDO's client of AWS does. */
async function ofThoseKnown<T>(ids: string[], ask: (some: string[]) => Promise<T[]>): Promise<T[]> {
  if (ids.length === 0) return []
  try {
    return await ask(ids)
  } catch (error) {
    if (!(error instanceof CloudError && error.kind === 'not-found')) throw error
    if (ids.length === 1) return []
    const answers: T[] = []
    for (const id of ids) answers.push(...(await ofThoseKnown([id], ask)))
    return answers
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
