import { useLoaderData } from '@remix-run/react'
import type { LoaderFunctionArgs } from '@remix-run/node'
import { AutoRefresh } from '../../components/auto-refresh'
import { CloudRefusalLine } from '../../components/cloud-refusal'
import { deploymentPage, environmentPage } from '../../components/environment-links'
import { environmentMessage, EnvironmentStatus } from '../../components/environment-status'
import { LinkButton } from '../../components/link-button'
import { PageHeader } from '../../components/page-header'
import { PageLink } from '../../components/page-link'
import { MonthlyPrice } from '../../components/price'
import { Table } from '../../components/table'
import { title } from '../../components/title'
import { loadPage } from '../../http/pages/page'

export const meta = () => title('Environments')

export const loader = (args: LoaderFunctionArgs) =>
  loadPage('member', args, async ({ services, actor }) => ({
    ...(await services.environments.listEnvironments(actor)),
    isAdmin: actor.isAdmin,
  }))

export default function Environments() {
  const { environments, isAdmin } = useLoaderData<typeof loader>()
  const create = (
    <LinkButton primary to="create">
      New Environment
    </LinkButton>
  )
  return (
    <>
      <PageHeader title="Environments" action={create} />
      <AutoRefresh seconds={5} />
      <Table
        empty="An environment is a network with instances in your AWS account. Your applications run in it."
        caption="Environments"
        rows={environments}
        rowKey={({ id }) => id}
        columns={[
          {
            header: 'Name',
            cell: ({ id, name }) => <PageLink to={environmentPage(id, name)}>{name}</PageLink>,
          },
          {
            header: 'Status',
            cell: ({ statusType, statusMessage }) => (
              <EnvironmentStatus statusType={statusType} message={statusMessage} />
            ),
          },
          {
            header: 'Processes',
            numeric: true,
            cell: ({ numHealthy, numProcesses }) =>
              numProcesses === 0 ? null : `${numHealthy} of ${numProcesses}`,
          },
          {
            header: 'Cost a month',
            numeric: true,
            cell: ({ costPerHour }) => (costPerHour === 0 ? null : <MonthlyPrice perHour={costPerHour} />),
          },
          { header: 'AWS account', long: true, cell: ({ awsAccountName }) => awsAccountName },
          {
            header: 'Message',
            cell: ({ statusType, statusMessage, refusal }) =>
              refusal ? (
                <CloudRefusalLine refusal={refusal} isAdmin={isAdmin} />
              ) : (
                environmentMessage({ statusType, message: statusMessage })
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
    </>
  )
}
