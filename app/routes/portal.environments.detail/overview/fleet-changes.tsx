import { Age } from '../../../components/moment'
import { PageLink } from '../../../components/page-link'
import { Price } from '../../../components/price'
import { Table } from '../../../components/table'
import type { FleetChangeView } from '../../../services/environments/overview-views'

interface FleetChangesProps {
  changes: FleetChangeView[]
  nowEpoch: number
  /** Where the whole log is. */
  logsPage: string
}

const words = { launch: 'Launch', move: 'Move', retire: 'Retirement' }
/** The others are a click away. */
const shownAtOnce = 8

/** Why instances came and went, newest first. */
export function FleetChanges({ changes, nowEpoch, logsPage }: FleetChangesProps) {
  if (changes.length === 0) return null
  const older = changes.slice(shownAtOnce)
  return (
    <section>
      <h2 className="mb-2">Why instances came and went</h2>
      <Rows
        caption="Why instances came and went"
        changes={changes.slice(0, shownAtOnce)}
        nowEpoch={nowEpoch}
      />
      {older.length > 0 && (
        <details className="mt-2">
          <summary>Earlier ones of the last 30 days</summary>
          <div className="mt-2">
            <Rows caption="Earlier changes of instances" changes={older} nowEpoch={nowEpoch} />
          </div>
        </details>
      )}
      <p className="mt-2 text-muted">
        What a launch saves is told against the same instance on-demand.{' '}
        <PageLink to={logsPage}>Everything that happened is in the log</PageLink>
      </p>
    </section>
  )
}

const Rows = ({
  caption,
  changes,
  nowEpoch,
}: Pick<FleetChangesProps, 'changes' | 'nowEpoch'> & { caption: string }) => (
  <Table
    caption={caption}
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
        header: 'Saves',
        numeric: true,
        cell: ({ savingPerHour }) => (savingPerHour === undefined ? null : <Price perHour={savingPerHour} />),
      },
    ]}
  />
)
