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
        { header: 'Who and from where', long: true, cell: Who },
        { header: 'Action', cell: ({ action }) => <code className="whitespace-nowrap">{action}</code> },
        {
          header: 'Target',
          long: true,
          cell: ({ targetName, targetId }) => <span title={targetId}>{targetName}</span>,
        },
        {
          header: 'Change',
          long: true,
          cell: ({ before, after }) => (before || after ? <Changes before={before} after={after} /> : null),
        },
      ]}
    />
  )
}

const Who = ({ actorName, actorKind, sourceAddress, requestId }: AuditEntryJson) => (
  <>
    {actorName}
    <p className="text-muted" title={requestId ? `Request ${requestId}` : undefined}>
      {actorKind === 'integration' && 'Integration, '}
      {sourceAddress ?? 'no request'}
    </p>
  </>
)
