import type { ApplicationSpec } from '../../core/resources/application'
import type { EnvironmentSettings } from '../../core/resources/environment'
import { date, integer, json, key, nullable, optional, table, uuid } from './table'

/** Immutable snapshot of what an environment is to run. */
export class EnvironmentVersion extends table('environment_versions', {
  id: key(uuid()),
  environmentId: uuid(),
  number: integer(),
  applications: json<ApplicationSpec[]>(),
  /** Null in those from before settings were kept. */
  settings: optional(nullable(json<EnvironmentSettings>())),
  createdAt: optional(date()),
}) {}
