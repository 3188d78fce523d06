import * as z from 'zod/mini'
import type { Told } from '../../core/messages/declare-messages'
import {
  noVariables,
  tooManyVariables,
  variableNameFault,
  variablesWrong,
  type Variables,
} from '../../core/application/environment-variables'
import { secretReferenceFault } from '../../core/application/secret-reference'
import { longest, tooLong } from '../../core/text/longest'
import { variableMessages } from '../messages/variable-messages'
import { meantBy, rule } from './rule'
import { variableFileRule } from './variable-file'

/** Variables and secrets as they were typed or sent; what is left out stays as it is, and null is none. */
export interface VariablesInput {
  /** Name to value. */
  environmentVariables?: Record<string, string> | null
  /** Name of a variable to the ARN of the secret that holds its value. */
  secrets?: Record<string, string> | null
  /** Text of a `.env` file; its variables are added, and take the place of those with the same name. */
  variableFile?: string
}

/** The map of what `read` makes of each value, or refuses; a fault is at its name. */
const named = (read: (value: string, name: string) => string | { fault: Told }) =>
  rule((input: Record<string, string>, refuse): Record<string, string> => {
    const seen = new Set<string>()
    return Object.fromEntries(
      Object.entries(input).map(([typed, value]) => {
        const name = typed.trim()
        const fault = variableNameFault(name) ?? (seen.has(name) ? variableMessages.twice : undefined)
        const meant = fault === undefined ? read(value, name) : { fault }
        if (typeof meant === 'object') return refuse(variablesWrong(String(meant.fault)), name)
        seen.add(name)
        return [name, meant]
      }),
    )
  })

const values = named((typed, name) => {
  const value = typed.replaceAll(/\r\n?/g, '\n')
  const isShort = value.length <= longest.variableValue
  return isShort ? value : { fault: `The value of ${name}: ${tooLong(longest.variableValue)}` }
})

const references = named((typed) => {
  const arn = typed.trim()
  const fault =
    arn.length > longest.secretReference ? tooLong(longest.secretReference) : secretReferenceFault(arn)
  return fault === undefined ? arn : { fault }
})

interface Given extends Variables {
  variableFile: string
}

/** Variables with those of a file among them. */
const valuesWithFile = z.pipe(
  rule(({ environmentVariables, variableFile }: Given, refuse) => ({
    environmentVariables: {
      ...environmentVariables,
      ...meantBy(variableFileRule, variableFile, (told) => refuse(told, 'variableFile')),
    },
  })),
  z.object({ environmentVariables: values }),
)

/** Variables and secrets together: none is both, and there are not too many. */
const together = rule((variables: Variables, refuse): Variables => {
  const { environmentVariables, secrets } = variables
  const both = Object.keys(secrets).filter((name) => Object.hasOwn(environmentVariables, name))
  for (const name of both) {
    const fault = `${name} is a variable and a secret at once. Remove one of them.`
    refuse(variablesWrong(fault), 'secrets', name)
  }
  const fault = both.length > 0 ? undefined : tooManyVariables(variables)
  if (fault !== undefined) refuse(fault, 'environmentVariables')
  return variables
})

/**
 * Variables and secrets with line ends as Linux has them, names and references trimmed; what is left out stays as `present` has it. Faults
 * are at `environmentVariables.NAME` and `secrets.NAME`.
 */
export const variablesRule = (present: Variables = noVariables) =>
  z.pipe(
    rule((input: VariablesInput): Given => {
      const { environmentVariables = present.environmentVariables, secrets = present.secrets } = input
      return {
        environmentVariables: environmentVariables ?? {},
        secrets: secrets ?? {},
        variableFile: input.variableFile ?? '',
      }
    }),
    z.pipe(z.intersection(valuesWithFile, z.object({ secrets: references })), together),
  )
