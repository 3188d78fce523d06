import { z } from 'zod'
import { boundedText, idText } from '../input/bounded'
import { longest } from '../../core/text/longest'
import { auditLogSchema } from '../services/audit/list-audit-log'
import { defineCall, defineLargeFile } from './call'

const filter = z.object({
  action: boundedText(longest.id).optional(),
  who: boundedText(longest.line).optional(),
  target: boundedText(longest.line).optional(),
  from: boundedText(longest.day).optional(),
  to: boundedText(longest.day).optional(),
})

export const auditCalls = [
  defineCall('GET /v1/view-controller/audit-log', {
    summary:
      'Who did what in the team, when and from where, newest first, 100 at a time. `from` and `to` are days in UTC, `2026-11-20`.',
    access: 'admin',
    query: filter.extend({ beforeId: idText.optional() }),
    response: auditLogSchema,
    run: ({ services, actor, query }) => services.audit.listAuditLog(actor, query),
  }),
  defineLargeFile('GET /v1/view-controller/audit-log/csv', {
    summary: 'The same as a CSV file with the newest 10,000 entries that the filter lets through.',
    access: 'admin',
    query: filter,
    downloadAs: 'audit-log.csv',
    mediaType: 'text/csv; charset=utf-8',
    run: ({ services, actor, query }) => services.audit.exportAuditLog(actor, query),
  }),
]
