import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { tailCommand } from '../../../core/aws/log-groups'
import { AutoRefresh } from '../../components/auto-refresh'
import { CopyText } from '../../components/copy-text'
import { Details } from '../../components/details'
import { environmentResourcesPage } from '../../components/environment-links'
import { Age } from '../../components/moment'
import { Notice } from '../../components/notice'
import { PageHeader } from '../../components/page-header'
import { ProcessPhase } from '../../components/process-phase'
import { StatusBadge } from '../../components/status-badge'
import { title } from '../../components/title'
import type { PageHandle } from '../../http/pages/page-handle'
import { loadPage } from '../../http/pages/page'
import { Lines } from './lines'

export const handle = {
  access: 'member',
  docs: '/docs/environments#what-processes-print',
  about: { id: 'environment', processId: 'process' },
} as const satisfies PageHandle

export const meta: MetaFunction<typeof loader> = ({ data }) =>
  data
    ? title(`Logs of ${data.process?.applicationName ?? 'a process'}`, data.environmentName, 'Environments')
    : title('Logs of a process', 'Environments')

export const loader = (args: LoaderFunctionArgs) =>
  loadPage(handle, args, async ({ services, actor, query }) => {
    const environmentId = query('id')
    const processId = query('processId')
    const output = await services.environments.getProcessOutput(actor, { environmentId, processId })
    return { ...output, environmentId, processId, nowEpoch: Date.now() }
  })

export default function ProcessOutputPage() {
  const { environmentId, environmentName, processId, process, log, lines, nowEpoch } =
    useLoaderData<typeof loader>()
  return (
    <>
      <PageHeader
        title={process ? `Logs of ${process.applicationName}` : 'Logs of a process'}
        parent={{ to: environmentResourcesPage(environmentId, environmentName), label: environmentName }}
      />
      <AutoRefresh seconds={lines ? 2 : 10} />
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
            : [
                {
                  term: 'Started',
                  value: (
                    <>
                      <Age epoch={process.startedEpoch} nowEpoch={nowEpoch} />
                    </>
                  ),
                },
              ]),
          {
            term: 'Log group in CloudWatch Logs',
            value: log ? <CopyText label="the log group" text={log.group} /> : 'None yet',
          },
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
      {lines && (
        <section className="mt-6">
          <h2 className="mb-2">Last lines</h2>
          <Lines lines={lines} />
        </section>
      )}
    </>
  )
}
