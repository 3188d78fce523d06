import type { AwsAccountDependents } from '../../services/aws-accounts/aws-account-views'

/** The dependents of an account in words, by kind; kinds of which there is nothing are left out. */
export const groupDependents = ({
  dependentEnvironmentNames,
  dependentHostedZones,
  dependentExternalNetworks,
}: AwsAccountDependents): { kind: string; names: string[] }[] =>
  [
    { kind: 'Environments', names: dependentEnvironmentNames },
    { kind: 'Hosted zones', names: dependentHostedZones },
    {
      kind: 'External networks',
      names: dependentExternalNetworks.map(({ vpcId, region }) => `${vpcId} (${region})`),
    },
  ].filter(({ names }) => names.length > 0)
