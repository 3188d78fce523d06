import { integer, json, key, nullable, table, uuid } from './table'

/** A value that an environment sets otherwise for one application. */
export class ApplicationOverride extends table('application_overrides', {
  environmentId: key(uuid()),
  applicationId: key(uuid()),
  numProcesses: nullable(integer()),
  maxSpotPercentage: nullable(integer()),
  roles: json<Record<string, string>>(),
}) {}
