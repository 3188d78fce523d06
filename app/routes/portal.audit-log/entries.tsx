import type { AuditEntryJson } from '../../services/audit/list-audit-log'
import { Epoch } from '../../components/moment'
import { Table } from '../../components/table'
import { Changes } from './changes'

/** Entries of the audit log, a row each. */
export function Entries({ entries }: { entries: AuditEntryJson[] }) {
  return (
    <Table
      caption="Audit log"
      rows={entries}
      rowKey={({ id }) => id}
      columns={[
        { header: 'When', cell: ({ createdEpoch }) => <Epoch epoch={createdEpoch} /> },
        {
          header: 'Who',
          cell: ({ actorName, actorKind }) => (
            <>
              {actorName}
              {actorKind === 'integration' && <span className="text-muted"> (integration)</span>}
            </>
          ),
        },
        { header: 'Action', cell: ({ action }) => <code className="whitespace-nowrap">{action}</code> },
        { header: 'Target', cell: ({ targetName, targetId }) => <span title={targetId}>{targetName}</span> },
        { header: 'Change', cell: ({ before, after }) => <Changes before={before} after={after} /> },
        {
          header: 'From',
          cell: ({ sourceAddress, requestId }) => (
            <span title={requestId ? `Request ${requestId}` : undefined}>
              {sourceAddress ?? 'SDO itself'}
            </span>
          ),
        },
      ]}
    />
  )
}
