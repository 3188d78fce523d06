import {
  requireApplicationSize,
  type ApplicationSize,
  type ApplicationSizeInput,
} from '../../../core/application-size'
import { requireDockerBaseUrl } from '../../../core/docker-image'
import { requireExposedPorts, type ExposedPortInput } from '../../../core/exposed-ports'
import type { ExposedPort } from '../../../core/resources/application'
import { requireRoleMap } from '../../../core/role-map'

/** How an application is run, as it was typed or sent. */
export interface ApplicationConfigInput extends ApplicationSizeInput {
  dockerBaseUrl: string
  exposedPortsV2?: ExposedPortInput[]
  /** Role key to role ARN. */
  roles?: Record<string, string>
}

export interface ApplicationConfigColumns extends Omit<ApplicationSize, 'cpuCount'> {
  /** Decimal, as Postgres keeps it. */
  cpuCount: string
  dockerBaseUrl: string
  exposedPorts: ExposedPort[]
  roles: Record<string, string>
}

/** Columns for a configuration. @throws DomainError `invalid` with the first fault */
export function requireApplicationConfig(input: ApplicationConfigInput): ApplicationConfigColumns {
  const { cpuCount, ...size } = requireApplicationSize(input)
  return {
    ...size,
    cpuCount: String(cpuCount),
    dockerBaseUrl: requireDockerBaseUrl(input.dockerBaseUrl, 'dockerBaseUrl'),
    exposedPorts: requireExposedPorts(input.exposedPortsV2 ?? [], 'exposedPortsV2'),
    roles: requireRoleMap(input.roles ?? {}, 'roles'),
  }
}
