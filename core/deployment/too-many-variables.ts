import {
  tooManyVariables,
  variableLimits,
  variablesOf,
  variablesWrong,
} from '../application/environment-variables'
import type { ApplicationSpec } from '../resources/application'
import type { Message } from '../messages/declare-messages'

/** Says for people which limit the variables and secrets of an environment's applications exceed; undefined if none. */
export function tooManyVariablesOf(applications: ApplicationSpec[]): Message | undefined {
  let bytes = 0
  for (const { name, ...application } of applications) {
    const variables = variablesOf(application)
    const fault = tooManyVariables(variables)
    if (fault !== undefined) return fault.as(`${name}: ${fault.text}`)
    bytes += new TextEncoder().encode(JSON.stringify(variables)).length
  }
  return bytes > variableLimits.bytesOfEnvironment
    ? variablesWrong(
        `The applications of an environment may have ${variableLimits.bytesOfEnvironment / 1024} KB of variables and secrets together. These have ${Math.ceil(bytes / 1024)} KB: keep large ones in a file or a bucket that the application reads.`,
      )
    : undefined
}
