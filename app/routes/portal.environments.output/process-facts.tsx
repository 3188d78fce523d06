import { tailCommand } from '../../../core/aws/log-groups'
import { CopyText } from '../../components/copy-text'
import { Details } from '../../components/details'
import { Age } from '../../components/moment'
import { Notice } from '../../components/notice'
import { ProcessPhase } from '../../components/process-phase'
import { StatusBadge } from '../../components/status-badge'
import type { ProcessOutput } from '../../services/environments/process-views'

interface ProcessFactsProps extends Pick<ProcessOutput, 'process' | 'log'> {
  processId: string
  nowEpoch: number
}

/** A process whose lines are shown: how it is, and where else its lines can be read. */
export function ProcessFacts({ processId, process, log, nowEpoch }: ProcessFactsProps) {
  return (
    <div className="mb-4">
      {process?.outputFault && (
        <Notice tone="warn">
          Its output does not reach CloudWatch Logs. It stays on the instance. {process.outputFault}
        </Notice>
      )}
      <Details
        facts={[
          { term: 'Process', value: <CopyText label="process ID" text={processId} isCompact /> },
          {
            term: 'State',
            value: process ? <ProcessPhase {...process} /> : <StatusBadge tone="neutral">Ended</StatusBadge>,
          },
          ...(process?.message ? [{ term: 'Why', value: process.message }] : []),
          ...(process?.versionName ? [{ term: 'Version', value: process.versionName }] : []),
          ...(process?.startedEpoch === undefined
            ? []
            : [{ term: 'Started', value: <Age epoch={process.startedEpoch} nowEpoch={nowEpoch} /> }]),
          ...(log
            ? [
                {
                  term: 'Log group in CloudWatch Logs',
                  value: <CopyText label="the log group" text={log.group} />,
                },
              ]
            : []),
          ...(log?.consoleUrl
            ? [
                {
                  term: 'Log stream',
                  value: (
                    <a className="link" href={log.consoleUrl}>
                      Open it in the AWS console
                    </a>
                  ),
                },
                {
                  term: 'In a terminal',
                  value: <CopyText label="the command" text={tailCommand(log.group, log.stream)} />,
                },
              ]
            : []),
        ]}
      />
    </div>
  )
}
