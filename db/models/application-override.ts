import { integer, json, key, nullable, table, uuid } from './table'

/** What an environment says differently about one application. */
export class ApplicationOverride extends table('application_overrides', {
  environmentId: key(uuid()),
  applicationId: key(uuid()),
  numProcesses: nullable(integer()),
  maxSpotPercentage: nullable(integer()),
  roles: json<Record<string, string>>(),
}) {}
