import { overrideColumns } from './config-columns'
import { key, table, uuid, json } from './table'
import type { EnvironmentVariables, SecretReferences } from '../../core/application/environment-variables'

/** What an environment sets otherwise for one application. */
export class ApplicationOverride extends table('application_overrides', {
  environmentId: key(uuid()),
  applicationId: key(uuid()),
  ...overrideColumns,
}) {}

/**
 * Variables and secrets that an environment has of its own for an application. Unlike an application override, which takes effect at once,
 * it goes into the snapshot of the next deployment.
 */
export class VariableOverride extends table('variable_overrides', {
  environmentId: key(uuid()),
  applicationId: key(uuid()),
  environmentVariables: json<EnvironmentVariables>(),
  secrets: json<SecretReferences>(),
}) {}
