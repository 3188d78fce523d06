import { dockerBaseUrlFault } from '../../../core/application/docker-image'
import { tooManyVariables, variablesOf } from '../../../core/application/environment-variables'
import { registryAccountFault } from '../../../core/application/registry-credentials'
import { secretAccountFault } from '../../../core/application/secret-reference'
import type { DeploymentChange } from '../../../core/deployment/deployment-state'
import { DomainError, invalid } from '../../../core/errors'
import type { ApplicationSpec } from '../../../core/resources/application'
import { processRunnerRoleName } from '../../../core/roles/names'
import { readLoginsPolicy, readSecretsPolicy } from '../../../core/roles/process-runner-role'
import { AwsAccount } from '../../../db/models/aws-account'
import type { Environment } from '../../../db/models/environment'
import { readApplications } from '../../../db/read-applications'
import { deploymentMessages } from '../../messages/deployment-messages'
import { messages } from '../../messages/messages'

/**
 * Says before a deployment what could only fail it: an image that Docker could not pull by its name, variables of an application and of the environment that are too much together, and
 * secrets and registry logins that no instance of the environment may read. Whether a secret is there is known to the instances alone.
 *
 * @throws DomainError `invalid`, or `conflict` when the role of the instances may read none
 */
export async function requireDeployableContent(
  environment: Environment,
  changes: DeploymentChange[],
): Promise<void> {
  const lookup = await readApplications(environment.id, changes)
  const account = await AwsAccount.findByPk(environment.awsAccountId, { rejectOnEmpty: true })
  for (const { applicationId, versionId } of changes) {
    const application = versionId === undefined ? undefined : lookup(applicationId, versionId)
    if (!application) continue
    const image = dockerBaseUrlFault(application.image)
    if (image !== undefined) throw invalid(messages.fieldWrong(`${application.name}: ${image}`))
    const size = tooManyVariables(variablesOf(application))
    if (size !== undefined) throw invalid(size.as(`${application.name}: ${size.text}`))
    requireReadable(application, { environment, account })
  }
}

interface Place {
  environment: Environment
  account: AwsAccount
}

function requireReadable(application: ApplicationSpec, { environment, account }: Place): void {
  const { name, secrets = {}, registryCredentials } = application
  for (const [variable, arn] of Object.entries(secrets)) {
    const fault = secretAccountFault(variable, arn, account.accountNumber)
    if (fault !== undefined)
      throw invalid(
        fault.as(
          `${name}: ${fault.text} Give ${environment.name} a secret of its own on its Process Overrides tab.`,
        ),
      )
  }
  if (Object.keys(secrets).length > 0) requirePolicy(account, readSecretsPolicy, `${name} has secrets`)
  if (registryCredentials === undefined) return
  const fault = registryAccountFault(registryCredentials, account.accountNumber)
  if (fault !== undefined)
    throw invalid(
      fault.as(`${name}: ${fault.text} Keep it in a secret of ${account.accountNumber}, and name that.`),
    )
  requirePolicy(account, readLoginsPolicy, `${name} has a registry login`)
}

/**
 * Checks the role of the instances by the last examination.
 *
 * @throws DomainError `conflict` when the role of the instances lacks the policy
 */
function requirePolicy({ name, status }: AwsAccount, policy: string, what: string): void {
  const { diffs } = status?.roles.find((role) => role.name === processRunnerRoleName) ?? {}
  if (!diffs) return
  const { roleMissing, missingInlinePolicies, missmatchingInlinePolicies } = diffs
  if (!roleMissing && ![...missingInlinePolicies, ...missmatchingInlinePolicies].includes(policy)) return
  throw new DomainError(
    'conflict',
    deploymentMessages.policyDiffers({ what, role: processRunnerRoleName, account: name, policy }),
  )
}
