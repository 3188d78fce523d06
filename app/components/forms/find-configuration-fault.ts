import { DomainError } from '../../../core/errors'
import { requireApplicationSize } from '../../input/application-size'
import { requireDockerBaseUrl } from '../../input/docker-image'
import { requireExposedPorts } from '../../input/exposed-ports'
import { requireApplicationName } from '../../input/names'
import { requireRegistryCredentials } from '../../input/registry-credentials'
import { requireRoleMap } from '../../input/role-map'
import { requireRunSettings } from '../../input/run-settings'
import type { SubmittedForm } from '../../http/forms/submitted-form'
import { readRoles, readRunSettings } from './read-application-config'

/** The readable part of a form that is not sent yet. */
export type TypedForm = Pick<SubmittedForm, 'text' | 'all'>

/** The first thing that the configuration of an application lacks, by the rules that the server has; undefined when it could be saved. */
export function findConfigurationFault(form: TypedForm, hasName: boolean): string | undefined {
  const subdomains = form.all('subdomain')
  const checks = [
    () => hasName && requireApplicationName(form.text('applicationName')),
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
      if (fault instanceof DomainError) return fault.message
      throw fault
    }
  return undefined
}
