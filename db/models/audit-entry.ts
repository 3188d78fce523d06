import { bigint, counted, date, json, key, nullable, optional, table, text, uuid } from './table'

/** Something that somebody did to access or resources. Rows are added and never changed; the database refuses it. */
export class AuditEntry extends table('audit_entries', {
  /** A number that grows, as text: it may be larger than what JavaScript counts exactly. */
  id: key(counted(bigint())),
  teamId: uuid(),
  createdAt: date(),
  /** `anonymous` for what somebody unknown tried, `system` for what SDO does by itself. */
  actorKind: text<'human' | 'integration' | 'anonymous' | 'system'>(),
  actorId: nullable(uuid()),
  actorName: text(),
  action: text(),
  targetId: uuid(),
  targetName: text(),
  before: nullable(json<Record<string, unknown>>()),
  after: nullable(json<Record<string, unknown>>()),
  requestId: nullable(text()),
  sourceAddress: nullable(text()),
  traceId: optional(nullable(text())),
}) {}
