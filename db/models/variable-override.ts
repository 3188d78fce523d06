import type { EnvironmentVariables, SecretReferences } from '../../core/application/environment-variables'
import { json, key, table, uuid } from './table'

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
