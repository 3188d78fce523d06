import { longest, most } from '../text/longest'
import { declareMessages, type Message } from '../messages/declare-messages'

/** Name to value. */
export type EnvironmentVariables = Record<string, string>
/** Name of a variable to the ARN of the secret that holds its value. */
export type SecretReferences = Record<string, string>

/** Variables and secrets that an application, or an environment for it, adds to those of a process. */
export interface Variables {
  environmentVariables: EnvironmentVariables
  secrets: SecretReferences
}

export const noVariables: Variables = { environmentVariables: {}, secrets: {} }

/** Of whatever has them, a snapshot from before there were any among them. */
export const variablesOf = ({ environmentVariables = {}, secrets = {} }: Partial<Variables>): Variables => ({
  environmentVariables,
  secrets,
})

/** Most bytes. */
export const variableLimits = {
  /** Names, values and references of a process together. */
  bytes: 64 * 1024,
  /**
   * Variables of all applications of an environment, as JSON: the snapshot of a deployment is one resource, which Kubernetes takes up to
   * 1.5 MB.
   */
  bytesOfEnvironment: 512 * 1024,
}

/** Prefix of the variables that SDO sets itself, or will. */
const reservedPrefix = 'SDO_'
/** By these AWS SDKs find the credentials of the role `default`. */
const reservedNames = ['AWS_CONTAINER_CREDENTIALS_FULL_URI', 'AWS_CONTAINER_AUTHORIZATION_TOKEN']

/** A fault of variables and secrets, whichever it is: the documentation has their rules in one place. */
export const { variablesWrong } = declareMessages('variables', {
  variablesWrong: {
    docs: '/docs/application-integration#variables-of-your-own',
    text: (fault: string) => fault,
  },
})

/** Fault of a variable's name, for people; undefined if there is none. */
export function variableNameFault(name: string): string | undefined {
  if (name === '') return 'A variable needs a name.'
  if (name.length > longest.variableName)
    return `The name of a variable may have at most ${longest.variableName} characters.`
  if (!/^[A-Za-z_][A-Za-z0-9_]*$/.test(name) || name === '__proto__')
    return 'The name of a variable must start with a letter or underscore and contain only letters, numbers and underscores.'
  if (name.startsWith(reservedPrefix) || reservedNames.includes(name))
    return `The variable ${name} is set by SDO. Use another name${name.startsWith(reservedPrefix) ? ` that does not start with ${reservedPrefix}` : ''}.`
  return undefined
}

/** Bytes of names, values and references. */
export const sizeOfVariables = ({ environmentVariables, secrets }: Variables): number =>
  [...Object.entries(environmentVariables), ...Object.entries(secrets)]
    .flat()
    .reduce((bytes, text) => bytes + new TextEncoder().encode(text).length, 0)

/** Limit that variables and secrets exceed together, for people; undefined if none. */
export function tooManyVariables(variables: Variables): Message | undefined {
  const { bytes } = variableLimits
  const { environmentVariables, secrets } = variables
  if (Object.keys(environmentVariables).length + Object.keys(secrets).length > most.variables)
    return variablesWrong(
      `An application can have at most ${most.variables} variables and secrets together. Remove some, or keep them in a file that the application reads.`,
    )
  const size = sizeOfVariables(variables)
  return size > bytes
    ? variablesWrong(
        `Variables and secrets may have ${bytes / 1024} KB together, names included. These have ${Math.ceil(size / 1024)} KB: keep large ones in a file or a bucket that the application reads.`,
      )
    : undefined
}

/** Variables of a process where an environment has its own: of two with one name, that of the environment. */
export function overriddenVariables(defaults: Variables, overrides: Variables): Variables {
  const without = (values: Record<string, string>, others: Record<string, string>) =>
    Object.fromEntries(Object.entries(values).filter(([name]) => !Object.hasOwn(others, name)))
  return {
    environmentVariables: {
      ...without(defaults.environmentVariables, overrides.secrets),
      ...overrides.environmentVariables,
    },
    secrets: { ...without(defaults.secrets, overrides.environmentVariables), ...overrides.secrets },
  }
}

/** A name as processes read it in their variables: without blanks. */
export const injectedName = (name: string): string => name.replaceAll(' ', '_')

/** The part of the name of a variable that an application's name becomes. */
export const variablePart = (applicationName: string): string => injectedName(applicationName).toUpperCase()

/** Variable by which the other applications of an environment find a port of an application. */
export const urlVariable = (applicationName: string, port: number): string =>
  `SDO_URL_${variablePart(applicationName)}_${port}`
