import { containerSettingsOf, healthCheckOf, tellSettings } from '../../../core/application/run-settings'
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
  healthCheck: healthCheckOf(application.runSettings),
  container: containerSettingsOf(application.runSettings),
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
  healthCheck: [
    'Health check',
    (healthCheck) => tellSettings('healthCheck', { healthCheck }) || 'as by default',
  ],
  container: ['Container', (container) => tellSettings('container', { container }) || 'as by default'],
  environmentVariables: ['Variables'],
  secrets: ['Secrets'],
}

const tellPort = ({ port, subdomain }: ExposedPort): string =>
  subdomain === undefined ? `${port}` : `${port} (${subdomain})`
