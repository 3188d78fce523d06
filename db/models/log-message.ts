import type { LogType, ResourceEvent } from '../../core/resources/events'
import { date, integer, key, table, text, uuid } from './table'

/** A line of an environment's log, mirrored once from the events of its resource. */
export class LogMessage extends table('log_messages', {
  environmentId: key(uuid()),
  sequence: key(integer()),
  type: text<LogType>(),
  severity: text<ResourceEvent['severity']>(),
  message: text(),
  createdAt: date(),
}) {}
