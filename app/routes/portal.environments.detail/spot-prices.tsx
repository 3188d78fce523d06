import { environmentChoices, labelOf, type ChoiceValue } from '../../../core/environment/choices'
import { Age } from '../../components/moment'
import { Price } from '../../components/price'
import { Table } from '../../components/table'
import type { EnvironmentDetail } from '../../services/environments/environment-views'

interface SpotPricesProps extends Pick<
  EnvironmentDetail,
  'spotAllowanceCategories' | 'strategiesPlannedEpoch'
> {
  nowEpoch: number
}

const meaningOf = (strategy: ChoiceValue<'spotStrategy'>): string =>
  environmentChoices.spotStrategy.values[strategy].meaning

/** What each Spot strategy means and costs, and of when the prices are. */
export function SpotPrices(props: SpotPricesProps) {
  const { strategiesPlannedEpoch, nowEpoch } = props
  return (
    <>
      {strategiesPlannedEpoch !== undefined && (
        <p className="mt-1 text-muted">
          Prices <AsOf epoch={strategiesPlannedEpoch} nowEpoch={nowEpoch} />
        </p>
      )}
      <details className="mt-2">
        <summary className="link w-fit">What each strategy means and costs</summary>
        <div className="mt-2">
          <Explanation {...props} />
        </div>
      </details>
    </>
  )
}

const AsOf = (moment: { epoch: number; nowEpoch: number }) => (
  <>
    as of <Age {...moment} />
  </>
)

function Explanation({ spotAllowanceCategories, strategiesPlannedEpoch, nowEpoch }: SpotPricesProps) {
  return (
    <>
      <Table
        caption="Spot strategies"
        rows={spotAllowanceCategories}
        rowKey={({ category }) => category}
        columns={[
          { header: 'Strategy', cell: ({ category }) => labelOf('spotStrategy', category) },
          { header: 'What it means', long: true, cell: ({ category }) => meaningOf(category) },
          {
            header: 'Instances',
            numeric: true,
            cell: ({ instancesPerHour }) =>
              instancesPerHour === undefined || strategiesPlannedEpoch === undefined ? null : (
                <>
                  <Price perHour={instancesPerHour} />{' '}
                  <span className="text-muted">
                    <AsOf epoch={strategiesPlannedEpoch} nowEpoch={nowEpoch} />
                  </span>
                </>
              ),
          },
        ]}
      />
      <p className="mt-2 text-muted">
        {strategiesPlannedEpoch === undefined
          ? 'SDO plans the price of each once everything that is deployed has its place.'
          : 'Planned for what runs here, as if SDO chose every instance again. SDO plans again after each change. Addresses and disks are included. Load balancers come on top, the same under each.'}
      </p>
    </>
  )
}
