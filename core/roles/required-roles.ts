import { certificateManagerRole } from './certificate-manager-role'
import { dnsManagerRole } from './dns-manager-role'
import { environmentManagerRole } from './environment-manager-role'
import { examinationRole } from './examination-role'
import { networkManagerRole } from './network-manager-role'
import { processRunnerRole } from './process-runner-role'
import type { RequiredRole, RoleRequirements } from './role'

/**
 * The roles that a customer must install. The template, the examination and the roles page all show this one answer.
 * Every account needs the examination role and the role for names, because any may have a hosted zone; only an account that holds
 * environments needs those that make them, and only one that holds external networks the one that connects these.
 */
export const requiredRoles = (requirements: RoleRequirements): RequiredRole[] => [
  examinationRole(requirements),
  ...(requirements.isEnvironmentHolder
    ? [
        environmentManagerRole(requirements),
        certificateManagerRole(requirements),
        processRunnerRole(requirements),
      ]
    : []),
  dnsManagerRole(requirements),
  ...(requirements.isNetworkHolder ? [networkManagerRole(requirements)] : []),
]
