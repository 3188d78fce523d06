import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { beforeText } from '../../../core/charges/left-out'
import { Breakable } from '../../components/breakable'
import { EmptyState } from '../../components/empty-state'
import { deletedEnvironmentPage, environmentCostPage, teamCostFile } from '../../components/environment-links'
import { LinkButton } from '../../components/link-button'
import { MonthBill } from '../../components/month-bill'
import { PageHeader } from '../../components/page-header'
import { PageLink } from '../../components/page-link'
import { Usd } from '../../components/price'
import { Table } from '../../components/table'
import { title } from '../../components/title'
import type { PageHandle } from '../../http/pages/page-handle'
import { loadPage } from '../../http/pages/page'

export const handle = { access: 'member', docs: '/docs/environments#cost' } as const satisfies PageHandle

export const meta = () => title('Cost', 'Environments')

export const loader = (args: LoaderFunctionArgs) =>
  loadPage(handle, args, ({ services, actor }) => services.cost.getTeamCost(actor))

/** What all environments of the team cost this month. */
export default function TeamCost() {
  const { environments, ...month } = useLoaderData<typeof loader>()
  return (
    <>
      <PageHeader
        title="Cost of all environments"
        parent={{ to: '/portal/environments', label: 'Environments' }}
        description={`What AWS charges your accounts this month, ${beforeText(month.leavesOut)}.`}
        action={
          <LinkButton reloadDocument to={teamCostFile}>
            Download CSV
          </LinkButton>
        }
      />
      {environments.length === 0 ? (
        <EmptyState>Your team has no environment, and nothing costs anything.</EmptyState>
      ) : (
        <div className="space-y-6">
          <section>
            <h2 className="mb-2">By environment</h2>
            <Table
              caption={`Cost by environment, ${beforeText(month.leavesOut)}`}
              rows={environments}
              rowKey={({ id }) => id}
              columns={[
                {
                  header: 'Environment',
                  cell: ({ id, name, deletedEpoch }) => (
                    <>
                      <PageLink
                        to={
                          deletedEpoch === undefined
                            ? environmentCostPage(id, name)
                            : deletedEnvironmentPage(id, name)
                        }
                      >
                        <Breakable text={name} />
                      </PageLink>
                      {deletedEpoch !== undefined && <div className="font-normal text-muted">deleted</div>}
                    </>
                  ),
                },
                { header: 'So far', numeric: true, cell: ({ spent }) => <Usd usd={spent.usd} /> },
                {
                  header: 'Whole month, projected',
                  numeric: true,
                  cell: ({ projected }) => <Usd usd={projected.usd} />,
                },
                {
                  header: 'Budget',
                  numeric: true,
                  cell: ({ budgetUsd }) => (budgetUsd === undefined ? null : <Usd usd={budgetUsd} />),
                },
              ]}
            />
          </section>
          <MonthBill {...month} />
        </div>
      )}
    </>
  )
}
