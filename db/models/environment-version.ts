import type { ApplicationSpec } from '../../core/resources/application'
import { date, integer, json, key, optional, table, uuid } from './table'

/** Immutable snapshot of what an environment is to run. */
export class EnvironmentVersion extends table('environment_versions', {
  id: key(uuid()),
  environmentId: uuid(),
  number: integer(),
  applications: json<ApplicationSpec[]>(),
  createdAt: optional(date()),
}) {}
