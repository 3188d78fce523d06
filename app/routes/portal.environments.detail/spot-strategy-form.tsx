import { SelectField } from '../../components/field'
import { Form } from '../../components/form'
import { Age } from '../../components/moment'
import { Price, priceText } from '../../components/price'
import { SubmitButton } from '../../components/submit-button'
import { Table } from '../../components/table'
import { spotStrategyLabels, spotStrategyMeanings } from '../../messages/strategy-labels'
import type { EnvironmentDetail } from '../../services/environments/environment-views'

interface SpotStrategyFormProps extends Pick<
  EnvironmentDetail,
  'spotAllowanceCategories' | 'strategiesPlannedEpoch'
> {
  nowEpoch: number
}

type Strategy = EnvironmentDetail['spotAllowanceCategories'][number]

/** How much of an environment may run on Spot, to be changed in place, with what each choice means and costs. */
export function SpotStrategyForm(props: SpotStrategyFormProps) {
  const { spotAllowanceCategories, strategiesPlannedEpoch, nowEpoch } = props
  return (
    <>
      <Form name="setSpotStrategy" className="flex flex-wrap items-end gap-x-3 gap-y-2">
        <SelectField
          name="spotAllowanceCategory"
          label="Spot allocation strategy"
          defaultValue={spotAllowanceCategories.find(({ selected }) => selected)?.category}
        >
          {spotAllowanceCategories.map((strategy) => (
            <option key={strategy.category} value={strategy.category}>
              {optionText(strategy)}
            </option>
          ))}
        </SelectField>
        <SubmitButton tone="plain" pending="Saving…">
          Save strategy
        </SubmitButton>
      </Form>
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

const optionText = ({ category, instancesPerHour }: Strategy): string =>
  [
    spotStrategyLabels[category],
    ...(instancesPerHour === undefined ? [] : [priceText(instancesPerHour)]),
  ].join(' · ')

const AsOf = (moment: { epoch: number; nowEpoch: number }) => (
  <>
    as of <Age {...moment} />
  </>
)

function Explanation({ spotAllowanceCategories, strategiesPlannedEpoch, nowEpoch }: SpotStrategyFormProps) {
  return (
    <>
      <Table
        caption="Spot strategies"
        rows={spotAllowanceCategories}
        rowKey={({ category }) => category}
        columns={[
          { header: 'Strategy', cell: ({ category }) => spotStrategyLabels[category] },
          { header: 'What it means', long: true, cell: ({ category }) => spotStrategyMeanings[category] },
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
