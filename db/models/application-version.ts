import { boolean, date, key, optional, table, text, uuid } from './table'

/** A declared, immutable image tag of an application. */
export class ApplicationVersion extends table('application_versions', {
  id: key(uuid()),
  applicationId: uuid(),
  name: text(),
  dockerTag: text(),
  autoDeploy: optional(boolean()),
  createdAt: optional(date()),
}) {}
