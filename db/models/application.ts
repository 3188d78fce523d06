import type { ExposedPort } from '../../core/resources/application'
import type { EnvironmentVariables, SecretReferences } from '../../core/application/environment-variables'
import type { RunSettings } from '../../core/application/run-settings'
import type { ApplicationType } from '../../core/application/application-type'
import { date, decimal, integer, json, key, nullable, optional, table, text, uuid } from './table'

/** An application, which customers deploy. Its versions say which image tag, it says how that is run. */
export class Application extends table('applications', {
  id: key(uuid()),
  teamId: uuid(),
  name: text(),
  type: optional(text<ApplicationType>()),
  cpuCount: decimal(),
  memoryMb: integer(),
  dockerBaseUrl: text(),
  numProcesses: integer(),
  maxSpotPercentage: optional(integer()),
  exposedPorts: optional(json<ExposedPort[]>()),
  roles: optional(json<Record<string, string>>()),
  /** ARN of the secret that holds the login for the image's registry. */
  registryCredentials: optional(nullable(text())),
  /** What it has of its own of health check and container. */
  runSettings: optional(json<RunSettings>()),
  environmentVariables: optional(json<EnvironmentVariables>()),
  /** Name of a variable to the ARN of the secret that holds its value. */
  secrets: optional(json<SecretReferences>()),
  integrationId: text(),
  autoDeployEnvironmentId: optional(nullable(uuid())),
  createdAt: optional(date()),
}) {}
