import { createHash } from 'node:crypto'
import { configEntries, configFields, type ConfigFieldName } from '../../../core/application/config/fields'
import { runSettingsOf, type RunSettings, type SettingPart } from '../../../core/application/run-settings'
import type { ApplicationSpec } from '../../../core/resources/application'

/** Settings that a process is started with: of the others it knows nothing. */
export const processSettingsOf = (application: RunSettings): RunSettings =>
  Object.fromEntries(
    Object.entries(runSettingsOf(application)).filter(([part]) => configFields[part as SettingPart].restarts),
  )

/**
 * Identifies what a process of an application runs: two processes with the same release are interchangeable, and a
 * change that gives another release needs a rollout. Counts and Spot limits are not part of it.
 */
export function releaseOf(application: ApplicationSpec): string {
  const { applicationId, versionId, image, tag, cpu, memoryMb, ports, roles, registryCredentials } =
    application
  const { digest, restartEpoch, environmentVariables, secrets } = application
  const identity = [
    applicationId,
    versionId,
    image,
    tag,
    cpu,
    memoryMb,
    ports.map(({ port }) => port).sort((a, b) => a - b),
    sorted(roles),
    // A login that does not work must fail the deployment that brings it, not the next replacement.
    ...(registryCredentials === undefined ? [] : [registryCredentials]),
    // Processes read them when they start. Named, so that none passes for a login or for one another.
    ...(environmentVariables === undefined ? [] : [{ environmentVariables: sorted(environmentVariables) }]),
    // Other bytes than those that run: approved as such, they must come with this deployment.
    ...(digest === undefined ? [] : [{ digest }]),
    ...(restartEpoch === undefined ? [] : [{ restartEpoch }]),
    ...(secrets === undefined ? [] : [{ secrets: sorted(secrets) }]),
    // What is as by default changes nothing, and is named in the order of its declaration.
    ...Object.entries(processSettingsOf(application)).map(([part, own]) => ({ [part]: own })),
    ...further.flatMap((name) => (application[name] === undefined ? [] : [{ [name]: application[name] }])),
  ]
  return createHash('sha256').update(JSON.stringify(identity)).digest('hex').slice(0, 16)
}

/** These have their places above, which stay as they are: processes that run would be replaced for another order. */
const placed: ConfigFieldName[] = [
  ...(['image', 'cpu', 'memoryMb', 'ports', 'roles', 'registryCredentials'] as const),
  ...(['environmentVariables', 'secrets', 'healthCheck', 'container'] as const),
]
const further = configEntries.flatMap(([name, { restarts }]) =>
  restarts && !placed.includes(name) ? [name] : [],
)

const sorted = (map: Record<string, string>) => Object.entries(map).sort(([a], [b]) => (a < b ? -1 : 1))
