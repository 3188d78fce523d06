import { dnsManagerRoleName, rolePath } from './names'
import { allow, policyDocument, trustPlatform, type Condition } from './policy'
import type { RequiredRole, RoleRequirements } from './role'

/** Addresses only, each made where nothing is or taken away as it is: UPSERT, which overwrites, is not among them. */
const addressesOnly: Condition = {
  // "All values" would hold for a request that says nothing of itself.
  Null: {
    'route53:ChangeResourceRecordSetsRecordTypes': 'false',
    'route53:ChangeResourceRecordSetsActions': 'false',
  },
  'ForAllValues:StringEquals': {
    'route53:ChangeResourceRecordSetsRecordTypes': ['A'],
    'route53:ChangeResourceRecordSetsActions': ['CREATE', 'DELETE'],
  },
}

/** Gives environments their names in the hosted zones of the account. Apart from other roles: a zone's account may hold no environment. */
export const dnsManagerRole = ({ externalId, platformAccountNumber }: RoleRequirements): RequiredRole => ({
  name: dnsManagerRoleName,
  path: rolePath,
  description:
    'Lets SDO give environments names in the hosted zones that you associate. It can create and delete address records only, and overwrite nothing.',
  assumePolicy: {
    description:
      'Only the account of SDO may assume the role, and only with the external ID of this account.',
    definition: trustPlatform(platformAccountNumber, externalId),
  },
  policies: [
    {
      name: 'manage-dns-records',
      description:
        'Read hosted zones and their records, and create and delete records of type A. AWS knows no tags of zones, so the role reaches every zone of this account; SDO uses those that you associate, and deletes only records that it made.',
      definition: policyDocument(
        allow(
          'ReadZones',
          ['route53:GetHostedZone', 'route53:ListResourceRecordSets', 'route53:GetChange'],
          ['*'],
        ),
        allow('ChangeAddresses', ['route53:ChangeResourceRecordSets'], ['*'], addressesOnly),
      ),
    },
  ],
  managedPolicies: [],
  isInstanceRole: false,
})
