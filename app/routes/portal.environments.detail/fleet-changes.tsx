import { EmptyState } from '../../components/empty-state'
import { Age } from '../../components/moment'
import { PageLink } from '../../components/page-link'
import { Price } from '../../components/price'
import { Table } from '../../components/table'
import type { FleetChangeView } from '../../services/environments/overview-views'

interface FleetChangesProps {
  changes: FleetChangeView[]
  nowEpoch: number
  /** Where the whole log is. */
  logsPage: string
}

const words = { launch: 'Launch', move: 'Move', retire: 'Retirement' }

/** Why instances came and went, newest first. */
export function FleetChanges({ changes, nowEpoch, logsPage }: FleetChangesProps) {
  if (changes.length === 0)
    return (
      <EmptyState>
        No instance came or went in the last 30 days. When one does, you see here why, and what that costs or
        saves.
      </EmptyState>
    )
  return (
    <section>
      <h2 className="mb-2">Why instances came and went</h2>
      <Table
        caption="Why instances came and went"
        rows={changes.map((change, index) => ({ ...change, index }))}
        rowKey={({ createdEpoch, index }) => `${createdEpoch} ${index}`}
        columns={[
          { header: 'Change', cell: ({ kind }) => words[kind] },
          {
            header: 'When',
            cell: ({ createdEpoch }) => (
              <span className="whitespace-nowrap">
                <Age epoch={createdEpoch} nowEpoch={nowEpoch} />
              </span>
            ),
          },
          { header: 'Why', long: true, cell: ({ message }) => message },
          {
            header: 'Change in cost',
            numeric: true,
            cell: ({ kind, savingPerHour }) =>
              savingPerHour === undefined ? null : (
                <>
                  {kind === 'move' && <span className="text-muted">net </span>}
                  <Price perHour={-savingPerHour} isChange />
                </>
              ),
          },
        ]}
      />
      <p className="mt-2 text-muted">
        The newest of the last 30 days. A launch adds what the instance costs, a termination takes that off,
        and a move leads to both: its figure is the net.{' '}
        <PageLink to={logsPage}>Everything that happened is in the log</PageLink>
      </p>
    </section>
  )
}
