import {
  overriddenVariables,
  tooManyVariables,
  variablesOf,
  type Variables,
} from '../../../core/application/environment-variables'
import { secretAccountFault } from '../../../core/application/secret-reference'
import { invalid } from '../../../core/errors'
import type { Application } from '../../../db/models/application'
import { AwsAccount } from '../../../db/models/aws-account'
import type { Environment } from '../../../db/models/environment'
import { VariableOverride } from '../../../db/models/application-override'
import { readField, readInput, rule } from '../../input/rule'
import { variablesRule, type VariablesInput } from '../../input/variables'

/**
 * Keeps the variables and secrets that an environment has of its own for an application; what is left out stays as it is.
 *
 * @param environment locked by the caller's transaction
 * @returns what there was, and what there is now
 * @throws DomainError `invalid`
 */
export async function overrideVariables(
  environment: Environment,
  application: Application,
  input: VariablesInput,
): Promise<Record<'before' | 'after', Variables>> {
  const key = { environmentId: environment.id, applicationId: application.id }
  const earlier = await VariableOverride.findOne({ where: key })
  const before = variablesOf(earlier ?? {})
  const variables = readInput(variablesRule(before), input)
  const fault = tooManyVariables(overriddenVariables(application, variables))
  if (fault !== undefined) {
    const message = fault.as(`With the defaults of ${application.name}: ${fault.text}`)
    throw invalid(message, { environmentVariables: message })
  }
  const account = await AwsAccount.findByPk(environment.awsAccountId, { rejectOnEmpty: true })
  readField(ownSecretsRule(account), variables.secrets, 'secrets')
  if (Object.keys({ ...variables.environmentVariables, ...variables.secrets }).length === 0)
    await VariableOverride.destroy({ where: key })
  else await VariableOverride.upsert({ ...key, ...variables })
  return { before, after: variables }
}

const ownSecretsRule = ({ accountNumber }: AwsAccount) =>
  rule((secrets: Record<string, string>, refuse) => {
    for (const [name, arn] of Object.entries(secrets)) {
      const fault = secretAccountFault(name, arn, accountNumber)
      if (fault !== undefined) refuse(fault, name)
    }
  })
