import { Breakable } from '../../components/breakable'
import { Epoch } from '../../components/moment'
import { Table } from '../../components/table'
import type { AuditEntryJson } from '../../services/audit/list-audit-log'
import { Changes } from './changes'

/** Entries of the audit log, a row each. */
export function Entries({ entries }: { entries: AuditEntryJson[] }) {
  return (
    <Table
      isDense
      caption="Audit log"
      rows={entries}
      rowKey={({ id }) => id}
      columns={[
        {
          header: 'When',
          width: 'sm:w-[12.5rem]',
          cell: ({ createdEpoch }) => <Epoch epoch={createdEpoch} />,
        },
        { header: 'Who and from where', width: 'sm:w-[21%]', cell: Who },
        { header: 'What', width: 'sm:w-[24%]', cell: What },
        {
          header: 'Change',
          cell: ({ before, after }) => (before || after ? <Changes before={before} after={after} /> : null),
        },
      ]}
    />
  )
}

const Who = ({ actorName, actorKind, sourceAddress, requestId }: AuditEntryJson) => (
  <>
    <Breakable text={actorName} />
    <p className="text-xs leading-5 text-muted" title={requestId ? `Request ${requestId}` : undefined}>
      {actorKind === 'integration' && 'Integration, '}
      {sourceAddress ?? 'no request'}
    </p>
  </>
)

const What = ({ action, targetName, targetId }: AuditEntryJson) => (
  <>
    <code className="text-xs">
      <Breakable text={action} />
    </code>
    <p title={targetId}>
      <Breakable text={targetName} />
    </p>
  </>
)
