import { requiredRoles } from '../../../core/roles/required-roles'
import type { RequiredRole } from '../../../core/roles/role'
import type { AwsAccount } from '../../../db/models/aws-account'
import type { Dependencies } from '../dependencies'

/** The roles that must be installed in this account. */
export const awsAccountRequiredRoles = (
  { platformAccountNumber }: Dependencies,
  { accountNumber, externalId, isEnvironmentHolder, isNetworkHolder }: AwsAccount,
): RequiredRole[] =>
  requiredRoles({ accountNumber, externalId, isEnvironmentHolder, isNetworkHolder, platformAccountNumber })
