import type { ReactNode } from 'react'
import { billLines, type BillLine } from '../../core/charges/bill'
import type { EnvironmentCost } from '../services/cost/cost-views'
import { Usd } from './price'
import { Table } from './table'

type Spent = EnvironmentCost['spent']

export const billLineLabels: Record<BillLine, string> = {
  spot: 'Spot instances',
  onDemand: 'On-demand instances',
  surplusCpu: 'CPU above the baseline',
  addresses: 'Public addresses',
  disks: 'Disks',
  loadBalancers: 'Load balancers',
  notSplit: 'Not split',
}

/** The lines on which something stands. */
export const usedLines = (spent: readonly Spent[]): BillLine[] =>
  billLines.filter((line) => spent.some(({ lines }) => lines[line] > 0))

const hours = (count: number): string => `${Math.round(count).toLocaleString('en-US')} h`

const notes: Partial<Record<BillLine, (spent: Spent) => ReactNode>> = {
  disks: ({ instanceHours }) => `${hours(instanceHours)} of instances`,
  loadBalancers: ({ loadBalancerHours }) => `${hours(loadBalancerHours)}, without capacity units (LCU)`,
  notSplit: () => 'recorded by an earlier release of SDO',
}

/** `November 2026` of `2026-11`. */
const monthText = (month: string): string =>
  new Date(`${month}-01T00:00:00Z`).toLocaleDateString('en-US', {
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  })

/** What a month has cost and will, line by line, with the sum below. */
export function MonthBill({
  month,
  spent,
  projected,
}: Pick<EnvironmentCost, 'month' | 'spent' | 'projected'>) {
  const caption = `${monthText(month)}, line by line`
  const rows = [
    ...usedLines([spent, projected]).map((line) => ({
      key: line as string,
      label: billLineLabels[line],
      note: notes[line]?.(spent),
      soFar: spent.lines[line],
      whole: projected.lines[line],
    })),
    {
      key: 'total',
      label: 'Together, before traffic and logs',
      note: undefined,
      soFar: spent.usd,
      whole: projected.usd,
    },
  ]
  return (
    <section>
      <h2 className="mb-2">{caption}</h2>
      <Table
        caption={caption}
        rows={rows}
        rowKey={({ key }) => key}
        columns={[
          {
            header: 'Line',
            cell: ({ label, note }) => (
              <>
                {label}
                {note !== undefined && <div className="font-normal text-muted">{note}</div>}
              </>
            ),
          },
          { header: 'So far', numeric: true, cell: ({ soFar }) => <Usd usd={soFar} /> },
          { header: 'Whole month, projected', numeric: true, cell: ({ whole }) => <Usd usd={whole} /> },
        ]}
      />
      <p className="mt-2 text-muted">
        The projection is what was spent and what there is now until the month ends. Months and days are in
        UTC, as on your AWS bill. SDO measures neither traffic nor logs. Spot instances count at the price of
        their launch.
      </p>
    </section>
  )
}
