import { boolean, date, key, nullable, optional, table, text, uuid } from './table'

/** A declared, immutable image tag of an application. */
export class ApplicationVersion extends table('application_versions', {
  id: key(uuid()),
  applicationId: uuid(),
  name: text(),
  dockerTag: text(),
  autoDeploy: optional(boolean()),
  /** Where what it was built from can be read. */
  sourceUrl: optional(nullable(text())),
  createdAt: optional(date()),
}) {}
