import { MonthlyPrice, Price } from '../../components/price'
import { Table } from '../../components/table'
import { feeShare } from '../../services/pricing/charges'
import type { EstimatedCharges } from '../../services/pricing/estimate-charges'

interface CostTableProps {
  caption: string
  charges: EstimatedCharges
  /** USD an hour of the same as tasks of AWS Fargate, where that is said. */
  fargatePerHour?: number
  /** Of the load balancers, where that is said. */
  loadBalancers?: { count: number; perHour: number }
  /** The assumption behind `charges`. */
  spotDiscount: number | string
}

/** The cost of instances by the hour and by the month, and SDO's charge. */
export function CostTable({ caption, charges, fargatePerHour, loadBalancers, spotDiscount }: CostTableProps) {
  const rows = [
    { what: 'Instances on-demand', perHour: charges.onDemandPerHour },
    { what: `The same on Spot, if it costs ${spotDiscount}% less`, perHour: charges.spotPerHour },
    {
      what: `SDO's charge once charges take effect (${feeShare * 100}% of on-demand); today $0`,
      perHour: charges.feePerHour,
    },
    ...(loadBalancers === undefined
      ? []
      : [
          {
            what: `Load balancers (${loadBalancers.count}), without traffic`,
            perHour: loadBalancers.perHour,
          },
        ]),
    ...(fargatePerHour === undefined
      ? []
      : [{ what: 'The same as tasks of AWS Fargate, on-demand', perHour: fargatePerHour }]),
  ]
  return (
    <>
      <p>
        Instances:{' '}
        {charges.instances.map(({ instanceType, count }) => `${count} × ${instanceType}`).join(', ')}
      </p>
      <Table
        caption={caption}
        rows={rows}
        rowKey={({ what }) => what}
        columns={[
          { header: 'What', cell: ({ what }) => what },
          { header: 'An hour', numeric: true, cell: ({ perHour }) => <Price perHour={perHour} /> },
          { header: 'A month', numeric: true, cell: ({ perHour }) => <MonthlyPrice perHour={perHour} /> },
        ]}
      />
    </>
  )
}
