import { processUsagePage } from '../../../components/environment-links'
import { Age } from '../../../components/moment'
import { PageLink } from '../../../components/page-link'
import { PageLinks } from '../../../components/page-links'
import { StatusBadge } from '../../../components/status-badge'
import { Table } from '../../../components/table'
import { coresText, memoryText, shareText } from '../../../components/usage-text'
import {
  keptDays,
  processRangeOf,
  type MeasuredProcesses as Measured,
} from '../../../services/usage/usage-views'

interface MeasuredProcessesProps extends Measured {
  environment: { id: string; name: string }
}

/** So much of an id tells processes apart; the whole one does not fit beside figures. */
const shortId = 8

/** Processes that were measured, also those that have ended, each with the way to its own curves. */
export function MeasuredProcesses({
  environment,
  range,
  untilEpoch: nowEpoch,
  processes,
  ...page
}: MeasuredProcessesProps) {
  if (processes.length === 0) return null
  const linkRange = processRangeOf(range)
  return (
    <section>
      <h2 className="mb-2">Processes</h2>
      {linkRange !== range && (
        <p className="mb-2 text-muted">{`Processes of the last ${keptDays} days: their own figures are not kept longer.`}</p>
      )}
      <Table
        caption="Processes"
        rows={processes}
        rowKey={({ processId }) => processId}
        columns={[
          {
            header: 'Process',
            cell: ({ processId }) => (
              <PageLink
                to={processUsagePage(environment, processId, linkRange)}
                aria-label={`Usage of process ${processId}`}
              >
                {processId.slice(0, shortId)}
              </PageLink>
            ),
          },
          {
            header: 'State',
            cell: ({ isRunning }) => (
              <StatusBadge tone={isRunning ? 'good' : 'neutral'}>
                {isRunning ? 'Running' : 'Ended'}
              </StatusBadge>
            ),
          },
          {
            header: 'First measured',
            cell: ({ fromEpoch }) => <Age epoch={fromEpoch} nowEpoch={nowEpoch} />,
          },
          {
            header: 'Last measured',
            cell: ({ untilEpoch }) => <Age epoch={untilEpoch} nowEpoch={nowEpoch} />,
          },
          { header: 'Cores', numeric: true, cell: ({ used }) => coresText(used.cores) },
          { header: 'Most cores', numeric: true, cell: ({ used }) => coresText(used.mostCores) },
          {
            header: 'Throttled',
            numeric: true,
            cell: ({ used: { throttled } }) => (throttled === undefined ? null : shareText(throttled)),
          },
          {
            header: 'Most memory',
            numeric: true,
            cell: ({ used: { mostMemoryMb } }) =>
              mostMemoryMb === undefined ? null : memoryText(mostMemoryMb),
          },
        ]}
      />
      <PageLinks list="processes" {...page} />
    </section>
  )
}
