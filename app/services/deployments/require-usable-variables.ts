import { tooManyVariables, variablesOf } from '../../../core/application/environment-variables'
import { secretAccountFault } from '../../../core/application/secret-reference'
import type { DeploymentChange } from '../../../core/deployment/deployment-state'
import { DomainError, invalid } from '../../../core/errors'
import type { ApplicationSpec } from '../../../core/resources/application'
import { processRunnerRoleName } from '../../../core/roles/names'
import { readSecretsPolicy } from '../../../core/roles/process-runner-role'
import { AwsAccount } from '../../../db/models/aws-account'
import type { Environment } from '../../../db/models/environment'
import { readApplications } from '../../../db/read-applications'

/**
 * Says before a deployment what could only fail it: variables of an application and of the environment that are too much together, and
 * secrets that no instance of the environment may read. Whether a secret is there is known to the instances alone.
 *
 * @throws DomainError `invalid`, or `conflict` when the role of the instances may read none
 */
export async function requireUsableVariables(
  environment: Environment,
  changes: DeploymentChange[],
): Promise<void> {
  const lookup = await readApplications(environment.id, changes)
  const account = await AwsAccount.findByPk(environment.awsAccountId, { rejectOnEmpty: true })
  for (const { applicationId, versionId } of changes) {
    const application = versionId === undefined ? undefined : lookup(applicationId, versionId)
    if (!application) continue
    const size = tooManyVariables(variablesOf(application))
    if (size !== undefined) throw invalid(`${application.name}: ${size}`)
    if (application.secrets) requireReadable(application, { environment, account })
  }
}

interface Place {
  environment: Environment
  account: AwsAccount
}

function requireReadable({ name, secrets = {} }: ApplicationSpec, { environment, account }: Place): void {
  for (const [variable, arn] of Object.entries(secrets)) {
    const fault = secretAccountFault(variable, arn, account.accountNumber)
    if (fault !== undefined)
      throw invalid(
        `${name}: ${fault} Give ${environment.name} a secret of its own on its Process Overrides tab.`,
      )
  }
  if (lacksPolicy(account))
    throw new DomainError(
      'conflict',
      `${name} has secrets, which the role ${processRunnerRoleName} of the AWS account ${account.name} may not read: at the last examination its policy ${readSecretsPolicy} was not as in the current CloudFormation template. Update the stack, have the account examined, and deploy again.`,
    )
}

/** As far as the last examination tells. */
function lacksPolicy({ status }: AwsAccount): boolean {
  const { diffs } = status?.roles.find((role) => role.name === processRunnerRoleName) ?? {}
  if (!diffs) return false
  const { roleMissing, missingInlinePolicies, missmatchingInlinePolicies } = diffs
  return roleMissing || [...missingInlinePolicies, ...missmatchingInlinePolicies].includes(readSecretsPolicy)
}
