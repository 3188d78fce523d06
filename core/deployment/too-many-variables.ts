import { tooManyVariables, variableLimits, variablesOf } from '../application/environment-variables'
import type { ApplicationSpec } from '../resources/application'

/** Says for people which limit the variables and secrets of an environment's applications exceed; undefined if none. */
export function tooManyVariablesOf(applications: ApplicationSpec[]): string | undefined {
  let bytes = 0
  for (const { name, ...application } of applications) {
    const variables = variablesOf(application)
    const fault = tooManyVariables(variables)
    if (fault !== undefined) return `${name}: ${fault}`
    bytes += new TextEncoder().encode(JSON.stringify(variables)).length
  }
  return bytes > variableLimits.bytesOfEnvironment
    ? `The applications of an environment may have ${variableLimits.bytesOfEnvironment / 1024} KB of variables and secrets together. These have ${Math.ceil(bytes / 1024)} KB: keep large ones in a file or a bucket that the application reads.`
    : undefined
}
