import { region } from '../../region'
import { processRunnerRoleName, rolePath } from '../names'
import { allow, ifMarkedAsOwned, ifOwned, policyDocument } from '../policy'
import type { RolePolicy } from '../role'

export const instancesPolicy = (accountNumber: string): RolePolicy => {
  const arn = (type: string) => `arn:aws:ec2:${region}:${accountNumber}:${type}/*`
  return {
    name: 'manage-instances',
    description:
      'Launch instances marked with the owner tag of SDO into its own networks, with the process runner role; terminate only instances that carry the tag.',
    definition: policyDocument(
      allow(
        'LaunchMarked',
        ['ec2:RunInstances'],
        ['instance', 'volume', 'network-interface', 'spot-instances-request'].map(arn),
        ifMarkedAsOwned,
      ),
      allow('LaunchInOwned', ['ec2:RunInstances'], [arn('subnet'), arn('security-group')], ifOwned),
      allow('LaunchAmazonImages', ['ec2:RunInstances'], [`arn:aws:ec2:${region}::image/*`], {
        StringEquals: { 'ec2:Owner': 'amazon' },
      }),
      allow('LaunchFromSnapshots', ['ec2:RunInstances'], [`arn:aws:ec2:${region}::snapshot/*`]),
      allow('TerminateOwned', ['ec2:TerminateInstances'], [arn('instance')], ifOwned),
      allow(
        'PassProcessRunner',
        ['iam:PassRole'],
        [`arn:aws:iam::${accountNumber}:role${rolePath}${processRunnerRoleName}`],
        { StringEquals: { 'iam:PassedToService': 'ec2.amazonaws.com' } },
      ),
      allow(
        'CreateSpotServiceRole',
        ['iam:CreateServiceLinkedRole'],
        [`arn:aws:iam::${accountNumber}:role/aws-service-role/spot.amazonaws.com/*`],
        { StringEquals: { 'iam:AWSServiceName': 'spot.amazonaws.com' } },
      ),
    ),
  }
}
