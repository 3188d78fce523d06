import { accountChecks } from '../../../core/resources/account-checks'
import type { RoleDiffs } from '../../../core/resources/aws-account'
import type { RequiredRole } from '../../../core/roles/role'
import { findEnvironments, type EnvironmentWith } from '../../../db/find-environments'
import { requireAccess } from '../access/access'
import type { HumanActor } from '../actor/actor'
import { byName } from '../answers/lists'
import type { Dependencies } from '../dependencies'
import type { AwsAccountRoles } from './aws-account-views'
import { cloudRefusalOf } from './cloud-refusal'
import { statusMessageOf } from './get-aws-account-status'
import { requireOwn } from '../access/own'
import { requiredRoles } from '../../../core/roles/required-roles'
import type { AwsAccount } from '../../../db/models/aws-account'

/** An account with the roles it must have, and how those it has differ as far as it has been examined. */
export async function getAwsAccountRoles(
  dependencies: Dependencies,
  actor: HumanActor,
  id: string,
): Promise<AwsAccountRoles> {
  requireAccess(actor, 'admin')
  const awsAccount = await requireOwn('awsAccount', actor, id)
  const environments = await findEnvironments({ awsAccountId: awsAccount.id }, ['conditions'])
  const { preflight } = awsAccount.status ?? {}
  const diffsByRole = new Map(awsAccount.status?.roles.map(({ name, diffs }) => [name, diffs]))
  return {
    id: awsAccount.id,
    name: awsAccount.name,
    accountNumber: awsAccount.accountNumber,
    status: awsAccount.state,
    statusMessage: statusMessageOf(awsAccount),
    isEnvironmentHolder: awsAccount.isEnvironmentHolder,
    isExaminationRoleIncorrect: awsAccount.status?.isExaminationRoleIncorrect ?? false,
    applicationRoles: awsAccount.status?.applicationRoles ?? [],
    ...(preflight
      ? { checks: accountChecks(preflight), checkedEpoch: preflight.checkedEpoch }
      : { checks: [] }),
    environments: environments.sort(byName).map(toEnvironmentJson),
    roles: awsAccountRequiredRoles(dependencies, awsAccount).map((role) =>
      toRoleJson(role, diffsByRole.get(role.name)),
    ),
  }
}

function toEnvironmentJson(
  environment: EnvironmentWith<'conditions'>,
): AwsAccountRoles['environments'][number] {
  const { id, name } = environment
  const refusal = cloudRefusalOf(environment)
  return { id, name, ...(refusal?.reason === 'AccessDenied' && { refusal: refusal.message }) }
}

const toRoleJson = (role: RequiredRole, diffs: RoleDiffs | undefined): AwsAccountRoles['roles'][number] => ({
  name: role.name,
  description: role.description,
  assumePolicy: role.assumePolicy,
  policies: role.policies,
  managedPolicies: role.managedPolicies.map(policyName),
  ...(diffs && {
    diffs: {
      ...diffs,
      missingManagedPolicies: diffs.missingManagedPolicies.map(policyName),
      extraManagedPolicies: diffs.extraManagedPolicies.map(policyName),
    },
  }),
})

/** People know managed policies by name: `arn:aws:iam::aws:policy/ReadOnlyAccess` is `ReadOnlyAccess`. */
const policyName = (arn: string): string => arn.slice(arn.lastIndexOf('/') + 1)

/** The roles that must be installed in this account. */
export const awsAccountRequiredRoles = (
  { platformAccountNumber }: Dependencies,
  { accountNumber, externalId, isEnvironmentHolder, isNetworkHolder }: AwsAccount,
): RequiredRole[] =>
  requiredRoles({ accountNumber, externalId, isEnvironmentHolder, isNetworkHolder, platformAccountNumber })
