import {
  requireGivenSize,
  type ApplicationSize,
  type ApplicationSizeInput,
} from '../../input/application-size'
import { checkAll, checkGiven, given } from '../../input/check-all'
import { requireDockerBaseUrl } from '../../input/docker-image'
import { requireRegistryCredentials } from '../../input/registry-credentials'
import { requireExposedPorts, type ExposedPortInput } from '../../input/exposed-ports'
import { requireRunSettings, type RunSettingsInput } from '../../input/run-settings'
import { requireVariables, type VariablesInput } from '../../input/variables'
import type { Variables } from '../../../core/application/environment-variables'
import type { RunSettings } from '../../../core/application/run-settings'
import type { ExposedPort } from '../../../core/resources/application'
import type { Dependencies } from '../dependencies'
import { requireAtMost } from '../quotas/quotas'
import { requireRoles } from './require-roles'

/** How an application is run, as it was typed or sent: null is none. */
export interface ApplicationConfigInput extends ApplicationSizeInput, VariablesInput, RunSettingsInput {
  dockerBaseUrl: string
  exposedPortsV2?: ExposedPortInput[] | null
  /** Role key to role ARN. */
  roles?: Record<string, string> | null
  /** ARN of the secret that holds the login for the image's registry. */
  registryCredentials?: string | null
}

export interface ApplicationConfigColumns extends Omit<ApplicationSize, 'cpuCount'>, Variables {
  /** Decimal, as Postgres keeps it. */
  cpuCount: string
  dockerBaseUrl: string
  exposedPorts: ExposedPort[]
  roles: Record<string, string>
  registryCredentials: string | null
  runSettings: RunSettings
}

/** What cannot be told without what there is already. */
type Merged = keyof Variables | 'runSettings'

/** Columns for the configuration of a new application. @throws DomainError `invalid` with every fault at its field */
export function requireApplicationConfig(
  dependencies: Pick<Dependencies, 'quotas'>,
  { exposedPortsV2 = null, roles = null, registryCredentials = null, ...input }: ApplicationConfigInput,
): ApplicationConfigColumns {
  const { columns, variables, runSettings } = checkAll({
    columns: () => requireGivenConfig(dependencies, { ...input, exposedPortsV2, roles, registryCredentials }),
    variables: () => requireVariables(input),
    runSettings: () => requireRunSettings(input),
  })
  // Whatever was given has a column.
  return { ...columns, ...variables, runSettings } as ApplicationConfigColumns
}

/**
 * Columns for that part of a configuration which was given, besides variables and settings, for which it matters what there is already.
 *
 * @throws DomainError `invalid` with every fault at its field
 */
export function requireGivenConfig(
  dependencies: Pick<Dependencies, 'quotas'>,
  input: Partial<ApplicationConfigInput>,
): Partial<Omit<ApplicationConfigColumns, Merged>> {
  const { size, others } = checkAll({
    size: () => requireGivenSize(input),
    others: () =>
      checkGiven({
        dockerBaseUrl: given(input.dockerBaseUrl, (value) => requireDockerBaseUrl(value, 'dockerBaseUrl')),
        exposedPorts: given(input.exposedPortsV2, (ports) => requirePorts(dependencies, ports ?? [])),
        roles: given(input.roles, (roles) => requireRoles(dependencies, roles)),
        registryCredentials: given(input.registryCredentials, (value) =>
          requireRegistryCredentials(value, 'registryCredentials'),
        ),
      }),
  })
  const { cpuCount, ...otherSizes } = size
  return { ...otherSizes, ...others, ...(cpuCount !== undefined && { cpuCount: String(cpuCount) }) }
}

function requirePorts(dependencies: Pick<Dependencies, 'quotas'>, inputs: ExposedPortInput[]): ExposedPort[] {
  const exposedPorts = requireExposedPorts(inputs, 'exposedPortsV2')
  requireAtMost(dependencies, 'portsPerApplication', { count: exposedPorts.length, field: 'exposedPortsV2' })
  return exposedPorts
}
