import type { LoggedNews } from '../../core/news/news-kinds'
import type { FleetChange, LogType, ResourceEvent } from '../../core/resources/events'
import { date, double, integer, key, nullable, optional, table, text, uuid } from './table'

/** A line of an environment's log, mirrored once from the events of its resource. */
export class LogMessage extends table('log_messages', {
  environmentId: key(uuid()),
  sequence: key(integer()),
  type: text<LogType>(),
  severity: text<ResourceEvent['severity']>(),
  message: text(),
  /** Which line it is, whatever its words are; null for what was logged before lines had codes. */
  code: optional(nullable(text())),
  /** Set for a line that says why instances came, went or are left. */
  fleetChange: optional(nullable(text<FleetChange['kind']>())),
  /** USD. */
  savingPerHour: optional(nullable(double())),
  /** Set for a line that people may be told of besides, and when they were, or nobody had to be. */
  news: optional(nullable(text<LoggedNews>())),
  toldAt: optional(nullable(date())),
  /** Trace of the request that it follows from. */
  traceId: optional(nullable(text())),
  /** What it is about, if it is about one application, or one process of it. */
  applicationId: optional(nullable(text())),
  processId: optional(nullable(text())),
  createdAt: date(),
}) {}
