import type { RunInstancesCommandInput, ResourceType, _InstanceType } from '@aws-sdk/client-ec2'
import { clientTokenTag } from '../../../core/aws/ownership'
import { instanceDiskGib } from '../../../core/catalogue/figures'
import { isBurstable } from '../../../core/charges/charges'
import { processRunnerRoleName } from '../../../core/roles/names'
import type { LaunchRequest } from '../cloud'
import { tagSpecification } from './aws-tags'
import { instanceUserData, type AgentRelease } from './instance-user-data'

/** Launches one instance, once; everything that is made with it is marked as ours from its first moment. */
export function toRunInstances(
  request: LaunchRequest,
  imageId: string,
  agentRelease: AgentRelease,
): RunInstancesCommandInput {
  const tags = { ...request.tags, [clientTokenTag]: request.clientToken }
  const isSpot = request.market === 'spot'
  const marked: ResourceType[] = ['instance', 'volume', 'network-interface']
  return {
    ClientToken: request.clientToken,
    MinCount: 1,
    MaxCount: 1,
    ImageId: imageId,
    InstanceType: request.instanceType as _InstanceType,
    Placement: { AvailabilityZone: request.zone },
    // What is asked for must be had, whatever the account has as its default: plans count with it, and with what it costs.
    ...(isBurstable(request.instanceType) && { CreditSpecification: { CpuCredits: 'unlimited' } }),
    ...(isSpot
      ? {
          InstanceMarketOptions: {
            MarketType: 'spot',
            SpotOptions: { SpotInstanceType: 'one-time', InstanceInterruptionBehavior: 'terminate' },
          },
        }
      : // What the customer reserved is for other things; by default, a launch takes it.
        { CapacityReservationSpecification: { CapacityReservationPreference: 'none' } }),
    NetworkInterfaces: [
      {
        DeviceIndex: 0,
        SubnetId: request.subnetId,
        Groups: request.securityGroupIds,
        AssociatePublicIpAddress: true,
        DeleteOnTermination: true,
      },
    ],
    BlockDeviceMappings: [
      {
        DeviceName: '/dev/xvda',
        Ebs: { VolumeSize: instanceDiskGib, VolumeType: 'gp3', Encrypted: true, DeleteOnTermination: true },
      },
    ],
    // A container is one hop further away than the instance: it cannot reach the role and the user data of the instance.
    MetadataOptions: { HttpTokens: 'required', HttpPutResponseHopLimit: 1, HttpEndpoint: 'enabled' },
    InstanceInitiatedShutdownBehavior: 'terminate',
    IamInstanceProfile: { Name: processRunnerRoleName },
    UserData: Buffer.from(instanceUserData(request.bootstrap, agentRelease)).toString('base64'),
    TagSpecifications: [...marked, ...(isSpot ? ['spot-instances-request' as const] : [])].map((type) =>
      tagSpecification(type, tags),
    ),
  }
}
