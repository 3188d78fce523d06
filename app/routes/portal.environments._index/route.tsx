import { useLoaderData, useSearchParams } from '@remix-run/react'
import type { LoaderFunctionArgs } from '@remix-run/node'
import type { StatusType } from '../../../core/resources/wire-states'
import { AutoRefresh } from '../../components/auto-refresh'
import { Breakable } from '../../components/breakable'
import { CloudRefusalLine } from '../../components/cloud-refusal'
import {
  deploymentPage,
  environmentPage,
  deletedEnvironmentsPage,
  teamCostPage,
} from '../../components/environment-links'
import { environmentMessage, EnvironmentStatus } from '../../components/environment-status'
import { FirstStepsPanel } from '../../components/first-steps-panel'
import { inShort } from '../../../core/text/words'
import { LastDeployment } from '../../components/last-deployment'
import { LinkButton } from '../../components/link-button'
import { isLongList, ListFilter } from '../../components/list-filter'
import { PageHeader } from '../../components/page-header'
import { PageLink } from '../../components/page-link'
import { MonthlyPrice, Price } from '../../components/price'
import { isShared, sharedRefusals, SharedRefusals } from '../../components/refusals-of-several-environments'
import { Table } from '../../components/table'
import { title } from '../../components/title'
import { namedLike } from '../../services/answers/lists'
import type { PageHandle } from '../../http/pages/page-handle'
import { loadPage } from '../../http/pages/page'
import type { EnvironmentList } from '../../services/environments/environment-list-views'

export const handle = { access: 'member', docs: '/docs/environments' } as const satisfies PageHandle

export const meta = () => title('Environments')

export const loader = (args: LoaderFunctionArgs) =>
  loadPage(handle, args, async ({ services, actor, query }) => {
    const { environments } = await services.environments.listEnvironments(actor)
    return {
      // Otherwise by name, as they come.
      environments: environments
        .filter(namedLike(query('filter')))
        .sort((one, other) => Number(isIll(other)) - Number(isIll(one))),
      total: environments.length,
      costPerHour: environments.reduce((sum, each) => sum + each.costPerHour, 0),
      nowEpoch: Date.now(),
      isAdmin: actor.isAdmin,
    }
  })

const isIll = ({ statusType }: { statusType: StatusType }) => statusType === 'FAILURE'

export default function Environments() {
  const { environments, total, costPerHour, nowEpoch, isAdmin } = useLoaderData<typeof loader>()
  const [search] = useSearchParams()
  const filter = search.get('filter') ?? ''
  const shared = sharedRefusals(environments)
  const create = (
    <LinkButton primary to="create">
      New Environment
    </LinkButton>
  )
  return (
    <>
      <PageHeader title="Environments" action={create} />
      <FirstStepsPanel />
      <AutoRefresh seconds={5} keepsForms={isLongList({ total, filter })} />
      <SharedRefusals shared={shared} isAdmin={isAdmin} />
      <ListFilter list="Environments" total={total} />
      {costPerHour > 0 && (
        <p className="mb-3">
          {total === 1 ? 'Your environment costs ' : `Your ${total} environments cost `}
          <strong className="font-semibold">
            <MonthlyPrice perHour={costPerHour} />
          </strong>
          {' a month ('}
          <Price perHour={costPerHour} />
          {'), before traffic and logs. '}
          <PageLink to={teamCostPage}>This month</PageLink>
        </p>
      )}
      <Table
        empty={
          filter === ''
            ? 'An environment is a network with instances in your AWS account. Your applications run in it.'
            : 'No environment has this in its name.'
        }
        caption="Environments"
        rows={environments}
        rowKey={({ id }) => id}
        columns={[
          {
            header: 'Name',
            cell: ({ id, name, awsAccountName }) => (
              <>
                <PageLink to={environmentPage(id, name)}>
                  <Breakable text={name} />
                </PageLink>
                <div className="font-normal text-muted">
                  <span className="sr-only">AWS account </span>
                  {awsAccountName}
                </div>
              </>
            ),
          },
          {
            header: 'Status',
            cell: ({ id, statusType, statusMessage, needsAttention, documentation, refusal }) => (
              <>
                <EnvironmentStatus
                  statusType={statusType}
                  message={statusMessage}
                  needsAttention={needsAttention}
                />
                <div>
                  {isShared(shared, { id }) ? null : refusal ? (
                    <CloudRefusalLine refusal={refusal} isAdmin={isAdmin} />
                  ) : (
                    environmentMessage({ statusType, message: statusMessage, documentation })
                  )}
                </div>
              </>
            ),
          },
          {
            header: 'Applications',
            long: true,
            cell: ({ applications, numHealthy, numProcesses }) =>
              applications.length + numProcesses === 0 ? null : (
                <>
                  {inShort(applications)}
                  <div className="text-muted">{`${numHealthy} of ${numProcesses} processes`}</div>
                </>
              ),
          },
          {
            header: 'Cost a month',
            numeric: true,
            cell: ({ costPerHour }) =>
              costPerHour === 0 ? null : (
                <>
                  <MonthlyPrice perHour={costPerHour} />
                  <div className="text-muted">
                    <Price perHour={costPerHour} />
                  </div>
                </>
              ),
          },
          {
            header: 'Last change',
            cell: ({ id, lastDeployment }) =>
              lastDeployment === undefined ? null : (
                <>
                  <LastDeployment
                    deployment={{ ...lastDeployment, environmentId: id, isRemoval: false }}
                    nowEpoch={nowEpoch}
                  />
                  <div className="text-muted [overflow-wrap:anywhere]">{whatAndWho(lastDeployment)}</div>
                </>
              ),
          },
          {
            header: 'Deployments',
            unlabelled: true,
            cell: ({ id, name }) => (
              <PageLink
                to={deploymentPage(id, name)}
                className="button"
                aria-label={`Deployments of ${name}`}
              >
                Deployments
              </PageLink>
            ),
          },
        ]}
      />
      <p className="mt-4">
        <PageLink to={deletedEnvironmentsPage}>Deleted environments</PageLink>
      </p>
    </>
  )
}

type LastChange = NonNullable<EnvironmentList['environments'][number]['lastDeployment']>

/** What was changed last, and by whom: `Change shop from 2.3 to 2.4, by Ada`. */
const whatAndWho = ({ summary, askedBy }: LastChange): string =>
  [summary, askedBy && `by ${askedBy}`].filter(Boolean).join(', ')
