import {
  requireApplicationSize,
  type ApplicationSize,
  type ApplicationSizeInput,
} from '../../input/application-size'
import { checkAll } from '../../input/check-all'
import { requireDockerBaseUrl } from '../../input/docker-image'
import { requireRegistryCredentials } from '../../input/registry-credentials'
import { requireExposedPorts, type ExposedPortInput } from '../../input/exposed-ports'
import { requireVariables, type VariablesInput } from '../../input/variables'
import type { Variables } from '../../../core/application/environment-variables'
import type { ExposedPort } from '../../../core/resources/application'
import type { Dependencies } from '../dependencies'
import { requireAtMost } from '../quotas/quotas'
import { requireRoles } from './require-roles'

/** How an application is run, as it was typed or sent. */
export interface ApplicationConfigInput extends ApplicationSizeInput, VariablesInput {
  dockerBaseUrl: string
  exposedPortsV2?: ExposedPortInput[]
  /** Role key to role ARN. */
  roles?: Record<string, string>
  /** ARN of the secret that holds the login for the image's registry. */
  registryCredentials?: string
}

export interface ApplicationConfigColumns extends Omit<ApplicationSize, 'cpuCount'>, Variables {
  /** Decimal, as Postgres keeps it. */
  cpuCount: string
  dockerBaseUrl: string
  exposedPorts: ExposedPort[]
  roles: Record<string, string>
  registryCredentials: string | null
}

/** Columns for a configuration. @throws DomainError `invalid` with every fault at its field */
export function requireApplicationConfig(
  dependencies: Pick<Dependencies, 'quotas'>,
  input: ApplicationConfigInput,
): ApplicationConfigColumns {
  const { size, variables, ...others } = checkAll({
    size: () => requireApplicationSize(input),
    dockerBaseUrl: () => requireDockerBaseUrl(input.dockerBaseUrl, 'dockerBaseUrl'),
    exposedPorts: () => requirePorts(dependencies, input.exposedPortsV2),
    roles: () => requireRoles(dependencies, input.roles),
    registryCredentials: () => requireRegistryCredentials(input.registryCredentials, 'registryCredentials'),
    variables: () => requireVariables(input),
  })
  return { ...size, ...variables, ...others, cpuCount: String(size.cpuCount) }
}

function requirePorts(
  dependencies: Pick<Dependencies, 'quotas'>,
  inputs: ExposedPortInput[] = [],
): ExposedPort[] {
  const exposedPorts = requireExposedPorts(inputs, 'exposedPortsV2')
  requireAtMost(dependencies, 'portsPerApplication', { count: exposedPorts.length, field: 'exposedPortsV2' })
  return exposedPorts
}
