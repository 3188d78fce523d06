import { dnsManagerRoleName, rolePath } from './names'
import { allOf, allow, policyDocument, trustPlatform, type Condition } from './policy'
import type { RequiredRole, RoleRequirements } from './role'

/** Each record is made where nothing is or taken away as it is: UPSERT, which overwrites, is not among the actions. */
const onlyOf = (type: string): Condition => ({
  // "All values" would hold for a request that says nothing of itself.
  Null: {
    'route53:ChangeResourceRecordSetsRecordTypes': 'false',
    'route53:ChangeResourceRecordSetsActions': 'false',
  },
  'ForAllValues:StringEquals': {
    'route53:ChangeResourceRecordSetsRecordTypes': [type],
    'route53:ChangeResourceRecordSetsActions': ['CREATE', 'DELETE'],
  },
})

/** Pattern of the records that prove to AWS whose a name is: an underscore, 32 characters, and the name. */
const validationName = `_${'?'.repeat(32)}.*`

/** Gives environments their names in the hosted zones of the account. Apart from other roles: a zone's account may hold no environment. */
export const dnsManagerRole = ({ externalId, platformAccountNumber }: RoleRequirements): RequiredRole => ({
  name: dnsManagerRoleName,
  path: rolePath,
  description:
    'Lets SDO give environments names in the hosted zones that you associate. It can create and delete address records, and those by which AWS validates certificates, and overwrite nothing.',
  assumePolicy: {
    description:
      'Only the account of SDO may assume the role, and only with the external ID of this account.',
    definition: trustPlatform(platformAccountNumber, externalId),
  },
  policies: [
    {
      name: 'manage-dns-records',
      description:
        'Read hosted zones and their records, create and delete records of type A, and of type CNAME where the name is one of those by which AWS validates certificates. AWS knows no tags of zones, so the role reaches every zone of this account; SDO uses those that you associate, and deletes only records that it made.',
      definition: policyDocument(
        allow(
          'ReadZones',
          ['route53:GetHostedZone', 'route53:ListResourceRecordSets', 'route53:GetChange'],
          ['*'],
        ),
        allow('ChangeAddresses', ['route53:ChangeResourceRecordSets'], ['*'], onlyOf('A')),
        allow(
          'ChangeValidations',
          ['route53:ChangeResourceRecordSets'],
          ['*'],
          allOf(onlyOf('CNAME'), {
            Null: { 'route53:ChangeResourceRecordSetsNormalizedRecordNames': 'false' },
            'ForAllValues:StringLike': {
              'route53:ChangeResourceRecordSetsNormalizedRecordNames': [validationName],
            },
          }),
        ),
      ),
    },
  ],
  managedPolicies: [],
  isInstanceRole: false,
})
