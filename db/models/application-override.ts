import { overrideColumns } from './config-columns'
import { key, table, uuid } from './table'

/** What an environment sets otherwise for one application. */
export class ApplicationOverride extends table('application_overrides', {
  environmentId: key(uuid()),
  applicationId: key(uuid()),
  ...overrideColumns,
}) {}
