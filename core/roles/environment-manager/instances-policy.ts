import { machineImageOwners } from '../../aws/machine-image'
import { region } from '../../aws/region'
import { processRunnerRoleName, rolePath } from '../names'
import { allOf, allow, ifMarkedAsOwned, ifOwned, policyDocument } from '../policy'
import type { RolePolicy } from '../role'

export const launch = ['ec2:RunInstances'] as const
export const terminate = ['ec2:TerminateInstances'] as const

/** What a launch with disks that are encrypted with a key of the account's own needs. */
export const useDiskKey = [
  'kms:CreateGrant',
  'kms:Decrypt',
  'kms:DescribeKey',
  'kms:GenerateDataKeyWithoutPlaintext',
  'kms:ReEncryptFrom',
  'kms:ReEncryptTo',
]

/**
 * A launch is allowed only if it is allowed for each thing that it makes or uses, so each kind of thing has a statement. That it
 * gives tags is allowed with the other things of EC2: a role has room for so many policies only.
 */
export const instancesPolicy = (accountNumber: string): RolePolicy => {
  const arn = (type: string) => `arn:aws:ec2:${region}:${accountNumber}:${type}/*`
  const byAmazon = { StringEquals: { 'ec2:Owner': machineImageOwners } }
  return {
    name: 'manage-instances',
    description:
      "Launch instances marked with the owner tag of SDO from Amazon's images into its own networks, with new encrypted disks and new network interfaces, the process runner role and protected metadata; terminate only instances that carry the tag. Use keys of the account only through EC2, for these disks. AWS cannot restrict how many are launched.",
    definition: policyDocument(
      allow(
        'LaunchMarked',
        launch,
        [arn('instance')],
        allOf(ifMarkedAsOwned, {
          StringEquals: { 'ec2:MetadataHttpTokens': 'required' },
          NumericLessThanEquals: { 'ec2:MetadataHttpPutResponseHopLimit': '1' },
          ArnEquals: {
            'ec2:InstanceProfile': `arn:aws:iam::${accountNumber}:instance-profile${rolePath}${processRunnerRoleName}`,
          },
        }),
      ),
      allow(
        'LaunchWithNewDisk',
        launch,
        [arn('volume')],
        allOf(ifMarkedAsOwned, { Bool: { 'ec2:Encrypted': 'true' } }),
      ),
      allow(
        'LaunchWithNewInterface',
        launch,
        [arn('network-interface')],
        // Only an interface that the launch itself makes can be asked to have a public address.
        allOf(ifMarkedAsOwned, { Bool: { 'ec2:AssociatePublicIpAddress': 'true' } }),
      ),
      allow('LaunchBySpotRequest', launch, [arn('spot-instances-request')], ifMarkedAsOwned),
      allow('LaunchInOwned', launch, [arn('subnet'), arn('security-group')], ifOwned),
      allow(
        'LaunchAmazonImages',
        launch,
        [`arn:aws:ec2:${region}::image/*`, `arn:aws:ec2:${region}::snapshot/*`],
        byAmazon,
      ),
      allow('TerminateOwned', terminate, [arn('instance')], ifOwned),
      // The disks are encrypted with the account's default key, which may be one of its own.
      allow('UseDiskKey', useDiskKey, [`arn:aws:kms:${region}:${accountNumber}:key/*`], {
        StringEquals: { 'kms:ViaService': `ec2.${region}.amazonaws.com` },
      }),
      allow(
        'PassProcessRunner',
        ['iam:PassRole'],
        [`arn:aws:iam::${accountNumber}:role${rolePath}${processRunnerRoleName}`],
        { StringEquals: { 'iam:PassedToService': 'ec2.amazonaws.com' } },
      ),
      allow(
        'CreateSpotServiceRole',
        ['iam:CreateServiceLinkedRole'],
        [`arn:aws:iam::${accountNumber}:role/aws-service-role/spot.amazonaws.com/AWSServiceRoleForEC2Spot`],
        { StringEquals: { 'iam:AWSServiceName': 'spot.amazonaws.com' } },
      ),
    ),
  }
}
