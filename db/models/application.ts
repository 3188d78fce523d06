import type { ApplicationType } from '../../core/application/application-type'
import { configColumns } from './config-columns'
import { date, key, nullable, optional, table, text, uuid } from './table'

/** An application, which customers deploy. Its versions say which image tag, it says how that is run. */
export class Application extends table('applications', {
  id: key(uuid()),
  teamId: uuid(),
  name: text(),
  type: optional(text<ApplicationType>()),
  ...configColumns,
  integrationId: text(),
  autoDeployEnvironmentId: optional(nullable(uuid())),
  createdAt: optional(date()),
}) {}
