import { interruptionsPolicy } from './environment-manager/interruptions-policy'
import { instancesPolicy } from './environment-manager/instances-policy'
import { loadBalancersPolicy } from './environment-manager/load-balancers-policy'
import { networkPolicy } from './environment-manager/network-policy'
import { observePolicy } from './environment-manager/observe-policy'
import { outputPolicy } from './environment-manager/output-policy'
import { environmentManagerRoleName, rolePath } from './names'
import { trustPlatform } from './policy'
import type { RequiredRole, RoleRequirements } from './role'

/** Makes, changes and removes what environments consist of: what carries our owner tag, and nothing else. */
export const environmentManagerRole = ({
  accountNumber,
  externalId,
  platformAccountNumber,
}: RoleRequirements): RequiredRole => ({
  name: environmentManagerRoleName,
  path: rolePath,
  description:
    'Lets SDO build and remove environments. It can change only what carries the owner tag of SDO, and has no admin access.',
  assumePolicy: {
    description:
      'Only the account of SDO may assume the role, and only with the external ID of this account.',
    definition: trustPlatform(platformAccountNumber, externalId),
  },
  policies: [
    observePolicy(),
    networkPolicy(accountNumber),
    instancesPolicy(accountNumber),
    loadBalancersPolicy(accountNumber),
    interruptionsPolicy(accountNumber),
    outputPolicy(accountNumber),
  ],
  managedPolicies: [],
  isInstanceRole: false,
})
