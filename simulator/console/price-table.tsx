import { Price } from '../../app/components/price'
import { Table } from '../../app/components/table'
import type { PriceSnapshot } from '../console-api'
import { ActionButton } from './action-button'

/** Table of prices of instance types, with Spot pools to empty. */
export function PriceTable({ prices, accountNumber }: { prices: PriceSnapshot[]; accountNumber: string }) {
  return (
    <section aria-labelledby="prices" className="space-y-3 border-t border-line pt-6">
      <h2 id="prices">Prices and Spot pools</h2>
      <form
        method="post"
        action={`/dev/aws/${accountNumber}/price`}
        className="flex flex-wrap items-end gap-3"
      >
        <label className="font-medium">
          Instance type
          <input className="input" name="instanceType" required />
        </label>
        <label className="font-medium">
          Zone
          <input className="input" name="zone" defaultValue={prices[0]?.spot[0]?.zone} required />
        </label>
        <label className="font-medium">
          Market
          <select className="input" name="market">
            <option value="spot">Spot</option>
            <option value="on-demand">on-demand</option>
          </select>
        </label>
        <label className="font-medium">
          USD an hour
          <input className="input" name="pricePerHour" inputMode="decimal" required />
        </label>
        <button className="button">Set the price</button>
      </form>
      <details>
        <summary className="text-muted">All {prices.length} instance types</summary>
        <div className="mt-2">
          <Table
            caption="Prices"
            rows={prices}
            rowKey={({ instanceType }) => instanceType}
            columns={[
              { header: 'Instance type', cell: ({ instanceType }) => instanceType },
              { header: 'vCPU', numeric: true, cell: ({ vcpu }) => vcpu },
              { header: 'Memory', numeric: true, cell: ({ memoryMib }) => `${memoryMib / 1024} GiB` },
              {
                header: 'On-demand',
                numeric: true,
                cell: ({ onDemandPerHour }) => <Price perHour={onDemandPerHour} />,
              },
              {
                header: 'Spot by zone',
                cell: ({ instanceType, spot }) => (
                  <ul className="space-y-1">
                    {spot.map(({ zone, pricePerHour, isEmpty }) => (
                      <li key={zone} className="flex items-center gap-3">
                        <span className="tabular-nums">{zone}</span> <Price perHour={pricePerHour} />
                        <ActionButton
                          accountNumber={accountNumber}
                          action={isEmpty ? 'refill-pool' : 'empty-pool'}
                          label={isEmpty ? 'Refill' : 'Empty'}
                          about={`${instanceType} in ${zone}`}
                          fields={{ instanceType, zone }}
                        />
                      </li>
                    ))}
                  </ul>
                ),
              },
            ]}
          />
        </div>
      </details>
    </section>
  )
}
