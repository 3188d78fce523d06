import { isHealthy } from '../../../core/process/process-phases'
import { processOutputPage } from '../../components/environment-links'
import { PageLink } from '../../components/page-link'
import { ProcessPhase, programsKilled } from '../../components/process-phase'
import { Table } from '../../components/table'
import type { DeploymentView } from '../../services/deployments/deployment-views'
import type { DeploymentProcess } from '../../services/deployments/progress-views'
import { CopyText } from '../../components/copy-text'
import type { ReactNode } from 'react'

interface ProcessesProps extends Pick<DeploymentView, 'environmentId' | 'processes' | 'numProcesses'> {
  nowEpoch: number
}

/** The processes that a deployment brought, one by one: where each is, and what it answers. */
export function Processes({ environmentId, processes, numProcesses, nowEpoch }: ProcessesProps) {
  return (
    <>
      <Table
        caption="Processes"
        rows={processes}
        rowKey={({ id }) => id}
        columns={[
          {
            header: 'Process',
            long: true,
            cell: ({ id, applicationName, versionName }) => (
              <PageLink to={processOutputPage(environmentId, id)}>
                {`${applicationName} ${versionName}`}
                <span className="sr-only">{`, logs of ${id}`}</span>
              </PageLink>
            ),
          },
          { header: 'Instance', long: true, cell: instanceOf },
          { header: 'State', cell: (process) => <ProcessPhase {...process} /> },
          { header: 'Health check', long: true, cell: (process) => lastAnswer(process, nowEpoch) },
        ]}
      />
      {numProcesses > processes.length && (
        <p className="mt-2 text-muted">{`${numProcesses - processes.length} more are not shown.`}</p>
      )}
    </>
  )
}

function instanceOf({ instanceId, instanceType, market }: DeploymentProcess): ReactNode {
  if (instanceType === undefined) return 'gone'
  return (
    <>
      {instanceId === undefined ? (
        'on its way, '
      ) : (
        <>
          <CopyText label="instance ID" text={instanceId} isCompact />{' '}
        </>
      )}
      {`${instanceType}, ${market === 'spot' ? 'Spot' : 'On-demand'}`}
    </>
  )
}

/** `Healthy: GET /health answered in 12 ms.` of one that is healthy, `23 of 60 s: GET /health on port 8080 answered 500.` of one that has to get it. */
export function lastAnswer(process: DeploymentProcess, nowEpoch: number): string {
  const {
    phase,
    message,
    pulledEpoch,
    startedEpoch,
    healthyEpoch,
    healthMilliseconds,
    restarts,
    memoryKills,
    healthPath,
    graceSeconds,
  } = process
  const again = restarts === 0 ? '' : ` Started again ${restarts === 1 ? 'once' : `${restarts} times`}.`
  const crashes = memoryKills === undefined ? again : `${again} ${programsKilled(memoryKills)}.`
  if (phase === 'Healthy' && message !== undefined) return `${message}${crashes}`
  if (isHealthy(process))
    return `${healthMilliseconds === undefined ? 'Healthy' : `Healthy: GET ${healthPath} answered in ${healthMilliseconds} ms`}.${crashes}`
  if (startedEpoch === undefined) {
    if (phase === 'Pending') return 'Not started yet.'
    return message ?? (pulledEpoch === undefined ? 'Its image is being pulled.' : 'It is being started.')
  }
  if (healthyEpoch !== undefined) return `${message ?? 'No longer healthy.'}${crashes}`
  const seconds = Math.min(Math.max(0, Math.round((nowEpoch - startedEpoch) / 1000)), graceSeconds)
  return `${seconds} of ${graceSeconds} s: ${message ?? 'no answer yet.'}${crashes}`
}
