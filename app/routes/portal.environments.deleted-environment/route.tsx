import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData, useSearchParams } from '@remix-run/react'
import { CostHistory } from '../../components/cost-history'
import { Details } from '../../components/details'
import { EmptyState } from '../../components/empty-state'
import { deletedEnvironmentsPage } from '../../components/environment-links'
import { LogLine } from '../../components/log-line'
import { Epoch } from '../../components/moment'
import { PageHeader } from '../../components/page-header'
import { PageLink } from '../../components/page-link'
import { Tabs, tabOf, useTab } from '../../components/tabs'
import { title } from '../../components/title'
import type { PageHandle } from '../../http/pages/page-handle'
import { loadPage } from '../../http/pages/page'
import type { DeletedLog } from '../../services/environments/deleted-views'
import { KeptDeployments } from './kept-deployments'

export const handle = {
  access: 'member',
  docs: '/docs/environments#rename-and-delete',
  about: { id: 'deletedEnvironment' },
} as const satisfies PageHandle

export const meta: MetaFunction<typeof loader> = ({ data }) =>
  title(data?.environment.name ?? 'Deleted environment', 'Deleted', 'Environments')

const tabs = [
  { value: 'logs', label: 'Logs' },
  { value: 'deployments', label: 'Deployments' },
  { value: 'cost', label: 'Cost' },
]

export const loader = (args: LoaderFunctionArgs) =>
  loadPage(handle, args, async ({ services, actor, query }) => {
    const id = query('id')
    const before = /^\d{1,9}$/.test(query('before')) ? Number(query('before')) : undefined
    const environment = await services.environments.getDeletedEnvironment(actor, id)
    const isLog = tabOf(tabs, query('tab')) === 'logs'
    return {
      environment,
      log: isLog ? await services.environments.listDeletedLog(actor, { id, before }) : undefined,
    }
  })

export default function DeletedEnvironment() {
  const { environment, log } = useLoaderData<typeof loader>()
  const { awsAccountName, awsAccountNumber, createdEpoch, deletedEpoch, deletedBy, forgottenEpoch } =
    environment
  const tab = useTab(tabs)
  return (
    <>
      <PageHeader
        title={environment.name}
        parent={{ to: deletedEnvironmentsPage, label: 'Deleted environments' }}
      />
      <div className="mb-5">
        <Details
          facts={[
            { term: 'AWS account', value: `${awsAccountName} (${awsAccountNumber})` },
            { term: 'Created', value: <Epoch epoch={createdEpoch} /> },
            {
              term: 'Deleted',
              value: (
                <>
                  <Epoch epoch={deletedEpoch} />
                  {deletedBy !== undefined && ` by ${deletedBy}`}
                </>
              ),
            },
            { term: 'Kept until', value: <Epoch epoch={forgottenEpoch} /> },
          ]}
        />
      </div>
      <Tabs label="Deleted environment" tabs={tabs} />
      {tab === 'deployments' && <KeptDeployments deployments={environment.deployments} />}
      {tab === 'cost' &&
        (environment.samples.length === 0 ? (
          <EmptyState>It never cost anything.</EmptyState>
        ) : (
          <CostHistory samples={environment.samples} nowEpoch={deletedEpoch} />
        ))}
      {log && <KeptLog {...log} />}
    </>
  )
}

/** Newest line first. */
function KeptLog({ logs, hasOlder }: DeletedLog) {
  const [search] = useSearchParams()
  if (logs.length === 0) return <EmptyState>Nothing was logged.</EmptyState>
  const older = new URLSearchParams({ ...Object.fromEntries(search), before: String(logs[0]?.id) })
  return (
    <>
      <ol className="panel divide-y divide-line">
        {logs.toReversed().map(({ id, createdEpoch, message, severity }) => (
          <LogLine key={id} createdEpoch={createdEpoch} message={message} severity={severity} />
        ))}
      </ol>
      {hasOlder && (
        <p className="mt-3">
          <PageLink to={`?${older.toString()}`}>Older lines</PageLink>
        </p>
      )}
    </>
  )
}
