import type { ExposedPort } from '../../../core/resources/application'
import type { Application } from '../../../db/models/application'
import type { Told } from '../revisions/revision'
import type { ApplicationConfig } from './application-views'

/** The settings of an application that people write as a whole, by their names on the wire. */
export interface ApplicationSettings extends Omit<
  ApplicationConfig,
  'id' | 'type' | 'revision' | 'registryCredentials'
> {
  registryCredentials: string | null
}

export const applicationSettings = (application: Application): ApplicationSettings => ({
  applicationName: application.name,
  cpuCount: Number(application.cpuCount),
  memoryMb: application.memoryMb,
  dockerBaseUrl: application.dockerBaseUrl,
  numProcesses: application.numProcesses,
  maxSpotPercentage: application.maxSpotPercentage,
  exposedPortsV2: application.exposedPorts,
  roles: application.roles,
  registryCredentials: application.registryCredentials ?? null,
  environmentVariables: application.environmentVariables,
  secrets: application.secrets,
})

/** As the form calls them. */
export const toldApplicationSettings: Told<ApplicationSettings> = {
  applicationName: ['Name'],
  cpuCount: ['CPU count'],
  memoryMb: ['Memory MB'],
  dockerBaseUrl: ['Docker image'],
  numProcesses: ['Default number of processes'],
  maxSpotPercentage: ['At most on Spot (%)'],
  exposedPortsV2: ['Exposed ports', (ports) => ports.map(tellPort).join(', ') || 'none'],
  roles: ['Additional roles'],
  registryCredentials: ['Registry login'],
  environmentVariables: ['Variables'],
  secrets: ['Secrets'],
}

const tellPort = ({ port, subdomain }: ExposedPort): string =>
  subdomain === undefined ? `${port}` : `${port} (${subdomain})`
