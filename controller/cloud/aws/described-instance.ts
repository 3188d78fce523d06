import type { Instance as AwsInstance } from '@aws-sdk/client-ec2'
import { agentControlPort } from '../../../core/agent/protocol'
import { clientTokenTag } from '../../../core/aws/ownership'
import type { EndReason, Instance, InstanceState } from '../cloud'
import { fromAwsTags } from './aws-tags'
import { requireAnswer } from './answers'

/** A stopped instance runs nothing and only waits to be terminated. */
const stateByName: Record<string, InstanceState> = {
  pending: 'pending',
  running: 'running',
  'shutting-down': 'stopping',
  stopping: 'stopping',
  stopped: 'stopping',
  terminated: 'terminated',
}

export function toInstance(instance: AwsInstance): Instance {
  const tags = fromAwsTags(instance.Tags)
  const host = instance.PublicIpAddress
  const state = requireAnswer(stateByName[instance.State?.Name ?? ''], 'the state of an instance')
  return {
    id: requireAnswer(instance.InstanceId, 'the id of an instance'),
    tags,
    clientToken: tags[clientTokenTag] ?? instance.ClientToken ?? '',
    instanceType: requireAnswer(instance.InstanceType, 'the type of an instance'),
    zone: requireAnswer(instance.Placement?.AvailabilityZone, 'the zone of an instance'),
    market: instance.InstanceLifecycle === 'spot' ? 'spot' : 'on-demand',
    state,
    agent: host ? { host, port: agentControlPort } : undefined,
    imageId: instance.ImageId,
    launchedEpoch: requireAnswer(instance.LaunchTime, 'when an instance was launched').getTime(),
    ...(state === 'stopping' || state === 'terminated' ? { endReason: endReasonOf(instance) } : {}),
  }
}

/** AWS begins the message with the code, but does not promise it. */
const endReasonOf = ({ StateReason }: AwsInstance): EndReason | undefined =>
  StateReason?.Code === undefined
    ? undefined
    : { code: StateReason.Code, message: StateReason.Message ?? StateReason.Code }
