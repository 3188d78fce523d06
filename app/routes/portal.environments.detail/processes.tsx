import {
  environmentOutputPage,
  processOutputPage,
  processUsagePage,
} from '../../components/environment-links'
import { Age } from '../../components/moment'
import { PageLink } from '../../components/page-link'
import { PageLinks } from '../../components/page-links'
import { ProcessPhase, programsKilled } from '../../components/process-phase'
import { StatusBadge } from '../../components/status-badge'
import { Table } from '../../components/table'
import type { PageCursors } from '../../services/answers/pages'
import type { RunningProcess } from '../../services/environments/process-views'
import { CopyText } from '../../components/copy-text'

interface ProcessesProps extends PageCursors {
  environment: { id: string; name: string }
  processes: RunningProcess[]
  nowEpoch: number
}

/** Every process that runs or is to, with the way to what it prints. */
export function Processes({ environment, processes, nowEpoch, ...cursors }: ProcessesProps) {
  return (
    <section>
      <div className="mb-2 flex flex-wrap items-baseline justify-between gap-x-4">
        <h2>Processes</h2>
        <PageLink to={environmentOutputPage(environment.id)}>Application logs</PageLink>
      </div>
      <Table
        empty="Each deployed application runs as so many processes as you chose."
        emptyDocs="/docs/environments#process-overrides"
        caption="Processes"
        rows={processes}
        rowKey={({ id }) => id}
        columns={[
          { header: 'Application', long: true, cell: ({ applicationName }) => applicationName },
          { header: 'Version', long: true, cell: ({ versionName }) => versionName ?? null },
          {
            header: 'State',
            cell: (process) => (
              <>
                <ProcessPhase {...process} />
                {process.memoryKills !== undefined && (
                  <p className="mt-1">
                    <StatusBadge tone="warn">{programsKilled(process.memoryKills)}</StatusBadge>
                  </p>
                )}
              </>
            ),
          },
          {
            header: 'Instance',
            cell: ({ instanceId }) =>
              instanceId ? <CopyText label="instance ID" text={instanceId} isCompact /> : null,
          },
          {
            header: 'Started',
            cell: ({ startedEpoch }) =>
              startedEpoch === undefined ? null : <Age epoch={startedEpoch} nowEpoch={nowEpoch} />,
          },
          { header: 'Restarts', numeric: true, cell: ({ restarts }) => restarts },
          {
            header: 'Usage and logs',
            unlabelled: true,
            cell: ({ id, applicationName }) => (
              <span className="flex flex-wrap gap-2">
                <PageLink
                  to={processUsagePage(environment, id)}
                  className="button"
                  aria-label={`Usage of ${applicationName}, process ${id}`}
                >
                  Usage
                </PageLink>
                <PageLink
                  to={processOutputPage(environment.id, id)}
                  className="button"
                  aria-label={`Logs of ${applicationName}, process ${id}`}
                >
                  Logs
                </PageLink>
              </span>
            ),
          },
        ]}
      />
      <PageLinks list="processes" {...cursors} />
    </section>
  )
}
