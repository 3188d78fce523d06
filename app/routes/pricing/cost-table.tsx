import { monthlyPriceText } from '../../components/price'
import { Table } from '../../components/table'
import { feeShare, type Charges, type MarketCharges } from '../../services/pricing/charges'

interface CostTableProps {
  caption: string
  charges: Charges
  /** USD an hour of the same as tasks of AWS Fargate, where that is said. */
  fargatePerHour?: number
  /** How many there are, where that is said. */
  numLoadBalancers?: number
  /** The assumption behind `charges`. */
  spotDiscount: number | string
}

const together = 'Together, before traffic and logs'

interface Row {
  what: string
  onDemand: number
  /** Absent where there is no such thing on Spot. */
  spot?: number
}

/** The bill of a month on both markets, line by line, and SDO's charge. */
export function CostTable({
  caption,
  charges,
  fargatePerHour,
  numLoadBalancers,
  spotDiscount,
}: CostTableProps) {
  const { onDemand, spot } = charges
  const row = (what: string, figure: Exclude<keyof MarketCharges, 'instances'>): Row => ({
    what,
    onDemand: onDemand[figure],
    spot: spot[figure],
  })
  const rows: Row[] = [
    row('Instances', 'pricesPerHour'),
    ...(onDemand.surplusPerHour + spot.surplusPerHour > 0
      ? [row('CPU above the baseline of T4g, if all of it is used', 'surplusPerHour')]
      : []),
    row('Their public addresses and disks', 'addressesAndDisksPerHour'),
    ...(numLoadBalancers === undefined
      ? []
      : [row(`Load balancers (${numLoadBalancers}) with their addresses`, 'loadBalancersPerHour')]),
    row(together, 'totalPerHour'),
    ...(fargatePerHour === undefined
      ? []
      : [{ what: 'The same as tasks of AWS Fargate', onDemand: fargatePerHour }]),
    row(`SDO's charge once charges take effect, ${feeShare * 100}% of on-demand; today $0`, 'feePerHour'),
  ]
  return (
    <>
      <dl>
        <Launched market="On-demand" {...onDemand} />
        <Launched market={`On Spot, if it costs ${spotDiscount}% less`} {...spot} />
      </dl>
      <Table
        caption={caption}
        rows={rows}
        rowKey={({ what }) => what}
        columns={[
          { header: 'A month', cell: ({ what }) => (what === together ? <strong>{what}</strong> : what) },
          {
            header: 'On-demand',
            numeric: true,
            cell: ({ onDemand }) => monthlyPriceText(onDemand),
          },
          {
            header: 'On Spot',
            numeric: true,
            cell: ({ spot }) => (spot === undefined ? null : monthlyPriceText(spot)),
          },
        ]}
      />
      {fargatePerHour !== undefined && <CheaperElsewhere {...charges} fargatePerHour={fargatePerHour} />}
    </>
  )
}

/** Says so where SDO is not the cheapest. */
function CheaperElsewhere({ onDemand, spot, fargatePerHour }: Charges & { fargatePerHour: number }) {
  if (fargatePerHour >= onDemand.totalPerHour) return null
  return (
    <p>
      {fargatePerHour < spot.totalPerHour
        ? 'Fargate costs less here: even the smallest instance that fits is larger than these processes need.'
        : 'On-demand, Fargate costs less here: the smallest instances that fit are larger than these processes need. On Spot, SDO costs less.'}
    </p>
  )
}

const Launched = ({ market, instances }: MarketCharges & { market: string }) => (
  <div className="flex flex-wrap gap-x-2">
    <dt className="text-muted">{market}</dt>
    <dd>{instances.map(({ instanceType, count }) => `${count} × ${instanceType}`).join(', ')}</dd>
  </div>
)
