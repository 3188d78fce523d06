import { region } from '../aws/region'
import { certificateManagerRoleName, rolePath } from './names'
import { allow, allOf, ifMarkedAsOwned, ifOwned, inRegion, policyDocument, trustPlatform } from './policy'
import type { RequiredRole, RolePolicy, RoleRequirements } from './role'

/**
 * Has environments answer on HTTPS. Apart from the role that manages environments, whose policies have the length that IAM allows, and
 * so that what is refused here leaves everything else as it is.
 */
export const certificateManagerRole = ({
  accountNumber,
  externalId,
  platformAccountNumber,
}: RoleRequirements): RequiredRole => ({
  name: certificateManagerRoleName,
  path: rolePath,
  description:
    'Lets SDO request certificates for the names of environments, and have load balancers of its own answer on HTTPS with them. It can delete no certificate of yours, and import or export none.',
  assumePolicy: {
    description:
      'Only the account of SDO may assume the role, and only with the external ID of this account.',
    definition: trustPlatform(platformAccountNumber, externalId),
  },
  policies: [certificatesPolicy(accountNumber), listenersPolicy(accountNumber)],
  managedPolicies: [],
  isInstanceRole: false,
})

function certificatesPolicy(accountNumber: string): RolePolicy {
  const arn = (path: string) => `arn:aws:acm:${region}:${accountNumber}:${path}`
  return {
    name: 'manage-certificates',
    description:
      'Request certificates marked with the owner tag of SDO, see how far they are, and delete them; change and delete no others. AWS can restrict neither the list of certificates, nor the reading of their tags, nor the giving of this tag to some of them; SDO gives it only while it requests one.',
    definition: policyDocument(
      allow('RequestMarked', ['acm:RequestCertificate'], ['*'], allOf(ifMarkedAsOwned, inRegion)),
      // By its reference, AWS asks about a certificate, be it requested just now or there already.
      allow('TagWhileRequesting', ['acm:AddTagsToCertificate'], [arn('certificate/*')], ifMarkedAsOwned),
      allow('ListCertificates', ['acm:ListCertificates'], ['*'], inRegion),
      allow('ReadTags', ['acm:ListTagsForCertificate'], [arn('certificate/*')]),
      allow(
        'UseOwned',
        ['acm:DescribeCertificate', 'acm:DeleteCertificate'],
        [arn('certificate/*')],
        ifOwned,
      ),
    ),
  }
}

/** Listeners of ours and their rules by the length of the names that SDO gives: they have none of the tags of their load balancer. */
const namedByUs = `app/sdo-${'?'.repeat(24)}/*`

function listenersPolicy(accountNumber: string): RolePolicy {
  const arn = (path: string) => `arn:aws:elasticloadbalancing:${region}:${accountNumber}:${path}`
  return {
    name: 'manage-listeners',
    description:
      'Make listeners of load balancers that carry the owner tag of SDO; change and delete those of load balancers that are named as SDO names them, with their rules. AWS cannot restrict describing to some resources.',
    definition: policyDocument(
      allow(
        'DescribeListeners',
        [
          'elasticloadbalancing:DescribeListenerCertificates',
          'elasticloadbalancing:DescribeListeners',
          'elasticloadbalancing:DescribeRules',
        ],
        ['*'],
        inRegion,
      ),
      allow('CreateListeners', ['elasticloadbalancing:CreateListener'], [arn('loadbalancer/app/*')], ifOwned),
      allow(
        'ChangeListeners',
        [
          'elasticloadbalancing:AddListenerCertificates',
          'elasticloadbalancing:CreateRule',
          'elasticloadbalancing:DeleteListener',
          'elasticloadbalancing:ModifyListener',
          'elasticloadbalancing:RemoveListenerCertificates',
        ],
        [arn(`listener/${namedByUs}`)],
      ),
      allow(
        'ChangeRules',
        ['elasticloadbalancing:DeleteRule', 'elasticloadbalancing:ModifyRule'],
        [arn(`listener-rule/${namedByUs}`)],
      ),
    ),
  }
}
