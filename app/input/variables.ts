import type { Told } from '../../core/messages/declare-messages'
import {
  noVariables,
  tooManyVariables,
  variableNameFault,
  variablesWrong,
  type EnvironmentVariables,
  type SecretReferences,
  type Variables,
} from '../../core/application/environment-variables'
import { secretReferenceFault } from '../../core/application/secret-reference'
import { invalid } from '../../core/errors'
import { longest, tooLong } from '../../core/text/longest'
import { variableMessages } from '../messages/variable-messages'
import { checkAll, checkEach } from './check-all'
import { parseVariableFile } from './parse-variable-file'

/** Variables and secrets as they were typed or sent; what is left out stays as it is, and null is none. */
export interface VariablesInput {
  /** Name to value. */
  environmentVariables?: Record<string, string> | null
  /** Name of a variable to the ARN of the secret that holds its value. */
  secrets?: Record<string, string> | null
  /** Text of a `.env` file; its variables are added, and take the place of those with the same name. */
  variableFile?: string
}

/**
 * Variables and secrets with line ends as Linux has them, names and references trimmed.
 *
 * @param present what there is of that which is left out
 * @throws DomainError `invalid` with a fault for each, at `environmentVariables.NAME` and `secrets.NAME`
 */
export function requireVariables(input: VariablesInput, present: Variables = noVariables): Variables {
  const { environmentVariables = present.environmentVariables, secrets = present.secrets } = input
  const variables = checkAll<Variables>({
    environmentVariables: () =>
      requireValues({
        ...environmentVariables,
        ...parseVariableFile(input.variableFile ?? '', 'variableFile'),
      }),
    secrets: () => requireReferences(secrets ?? {}),
  })
  checkEach(Object.keys(variables.secrets), (name) => {
    if (Object.hasOwn(variables.environmentVariables, name))
      throw refuse('secrets', name, `${name} is a variable and a secret at once. Remove one of them.`)
  })
  const fault = tooManyVariables(variables)
  if (fault !== undefined) throw invalid(fault, { environmentVariables: fault })
  return variables
}

function requireValues(input: Record<string, string>): EnvironmentVariables {
  return requireNamed(input, 'environmentVariables', (typed, name) => {
    const value = typed.replaceAll(/\r\n?/g, '\n')
    if (value.length > longest.variableValue)
      throw refuse('environmentVariables', name, `The value of ${name}: ${tooLong(longest.variableValue)}`)
    return value
  })
}

function requireReferences(input: Record<string, string>): SecretReferences {
  return requireNamed(input, 'secrets', (typed, name) => {
    const arn = typed.trim()
    const fault =
      arn.length > longest.secretReference ? tooLong(longest.secretReference) : secretReferenceFault(arn)
    if (fault !== undefined) throw refuse('secrets', name, fault)
    return arn
  })
}

function requireNamed(
  input: Record<string, string>,
  field: 'environmentVariables' | 'secrets',
  check: (value: string, name: string) => string,
): Record<string, string> {
  const seen = new Set<string>()
  return Object.fromEntries(
    checkEach(Object.entries(input), ([typed, value]) => {
      const name = typed.trim()
      const fault = variableNameFault(name) ?? (seen.has(name) ? variableMessages.twice : undefined)
      if (fault !== undefined) throw refuse(field, name, fault)
      seen.add(name)
      return [name, check(value, name)] as const
    }),
  )
}

const refuse = (field: 'environmentVariables' | 'secrets', name: string, fault: Told) =>
  invalid(variablesWrong(String(fault)), { [`${field}.${name}`]: fault })
