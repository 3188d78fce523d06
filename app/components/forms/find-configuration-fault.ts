import { DomainError, type FieldErrors } from '../../../core/errors'
import { requireApplicationSize } from '../../input/application-size'
import { requireDockerBaseUrl } from '../../input/docker-image'
import { requireExposedPorts } from '../../input/exposed-ports'
import { requireApplicationName } from '../../input/names'
import { requireRegistryCredentials } from '../../input/registry-credentials'
import { requireRoleMap } from '../../input/role-map'
import { requireRunSettings } from '../../input/run-settings'
import type { FormFault, TypedForm } from '../form-check'
import { readRoles, readRunSettings } from './read-application-config'

/** The first thing that the configuration of an application lacks, by the rules that the server has; undefined when it could be saved. */
export function findConfigurationFault(form: TypedForm): FormFault | undefined {
  const subdomains = form.all('subdomain')
  const checks = [
    () => requireApplicationName(form.text('applicationName')),
    () => requireDockerBaseUrl(form.text('dockerBaseUrl'), 'dockerBaseUrl'),
    () => requireRegistryCredentials(form.text('registryCredentials'), 'registryCredentials'),
    () =>
      requireApplicationSize({
        cpuCount: form.text('cpuCount'),
        memoryMb: form.text('memoryMb'),
        numProcesses: form.text('numProcesses'),
        maxSpotPercentage: form.text('maxSpotPercentage').trim() || undefined,
      }),
    () =>
      requireExposedPorts(
        form.all('port').map((port, index) => ({ port, subdomain: subdomains[index] })),
        'exposedPortsV2',
      ),
    () => requireRoleMap(readRoles(form), 'roles'),
    () => requireRunSettings(readRunSettings(form)),
  ]
  for (const check of checks)
    try {
      check()
    } catch (fault) {
      if (fault instanceof DomainError) return { message: fault.message, fields: firstOf(fault.fields) }
      throw fault
    }
  return undefined
}

const firstOf = (fields: FieldErrors = {}): FieldErrors =>
  Object.fromEntries(Object.entries(fields).slice(0, 1))
