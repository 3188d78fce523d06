import { MonthlyPrice } from '../../../components/price'
import { PageLink } from '../../../components/page-link'
import { Table } from '../../../components/table'
import type { OverviewCost } from '../../../services/environments/overview-views'

/** What the same processes would cost without Spot, without packing, and without instances. */
export function CostComparison({ total, onDemand, oneInstanceEach, fargate }: OverviewCost) {
  const rows = [
    { name: 'This environment now', perHour: total },
    { name: 'Same packing, on-demand', perHour: onDemand },
    { name: 'An on-demand instance for each process', perHour: oneInstanceEach },
    { name: 'AWS Fargate, on-demand', perHour: fargate },
  ].flatMap(({ name, perHour }) => (perHour === undefined ? [] : { name, perHour }))
  if (rows.length === 1) return null
  return (
    <section>
      <h2 className="mb-2">Compare costs</h2>
      <Table
        caption="Compare costs"
        rows={rows}
        rowKey={({ name }) => name}
        columns={[
          { header: 'Way', cell: ({ name }) => name },
          { header: 'A month', numeric: true, cell: ({ perHour }) => <MonthlyPrice perHour={perHour} /> },
        ]}
      />
      <p className="mt-2 text-muted">
        Computed from AWS&rsquo;s published prices for the processes that are wanted, at full use, with public
        addresses, disks and the same load balancers. Traffic and logs are not included.{' '}
        <PageLink to="/pricing">How prices are computed</PageLink>
      </p>
    </section>
  )
}
