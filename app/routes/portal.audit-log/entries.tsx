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
        {
          header: 'What',
          long: true,
          cell: ({ action, targetName, targetId }) => (
            <div className="sm:min-w-[9rem]">
              <code>{action}</code>
              <p title={targetId}>{targetName}</p>
            </div>
          ),
        },
        {
          header: 'Change',
          long: true,
          cell: ({ before, after }) =>
            before || after ? (
              <div className="sm:min-w-[10rem]">
                <Changes before={before} after={after} />
              </div>
            ) : null,
        },
      ]}
    />
  )
}

/** Wide enough that common words do not break inside; only a longer one does. */
const wide = 'sm:min-w-[14rem]'

const Who = ({ actorName, actorKind, sourceAddress, requestId }: AuditEntryJson) => (
  <div className={wide}>
    {actorName}
    <p className="text-muted" title={requestId ? `Request ${requestId}` : undefined}>
      {actorKind === 'integration' && 'Integration, '}
      {sourceAddress ?? 'no request'}
    </p>
  </div>
)
