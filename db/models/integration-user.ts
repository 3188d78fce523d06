import { date, key, optional, table, text, uuid } from './table'

/** Automation, such as a build system. */
export class IntegrationUser extends table('integration_users', {
  id: key(uuid()),
  teamId: uuid(),
  name: text(),
  createdAt: optional(date()),
}) {}
