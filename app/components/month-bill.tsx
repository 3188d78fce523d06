import type { ReactNode } from 'react'
import { billLines, type BillLine } from '../../core/charges/bill'
import { billLineLabels } from '../../core/charges/bill-line-labels'
import { beforeText } from '../../core/charges/left-out'
import type { EnvironmentCost } from '../services/cost/cost-views'
import { Usd } from './price'
import { Table } from './table'

type Spent = EnvironmentCost['spent']

/** The lines on which something stands. */
export const usedLines = (spent: readonly Spent[]): BillLine[] =>
  billLines.filter((line) => spent.some(({ lines }) => lines[line] > 0))

const hours = (count: number): string => `${Math.round(count).toLocaleString('en-US')} h`

const notes: Partial<Record<BillLine, (spent: Spent) => ReactNode>> = {
  disks: ({ instanceHours }) => `${hours(instanceHours)} of instances`,
  loadBalancers: ({ loadBalancerHours }) => hours(loadBalancerHours),
  capacityUnits: ({ capacityUnitHours }) =>
    `${capacityUnitHours.toLocaleString('en-US', { maximumFractionDigits: 1 })} LCU-hours of load balancers`,
  logs: ({ logBytes }) => `${bytesText(logBytes)} taken in by CloudWatch Logs`,
  notSplit: () => 'recorded by an earlier release of SDO',
}

/** `2.5 GB`; a GB of AWS has 1,024 MB. */
function bytesText(bytes: number): string {
  const units = ['bytes', 'KB', 'MB', 'GB', 'TB']
  const step = Math.min(units.length - 1, Math.floor(Math.log(Math.max(1, bytes)) / Math.log(1024)))
  const amount = bytes / 1024 ** step
  return `${amount.toLocaleString('en-US', { maximumFractionDigits: amount < 10 && step > 0 ? 1 : 0 })} ${units[step]}`
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
  leavesOut,
}: Pick<EnvironmentCost, 'month' | 'spent' | 'projected' | 'leavesOut'>) {
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
      label: `Together, ${beforeText(leavesOut)}`,
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
        UTC, as on your AWS bill. Spot instances count at the market price of each hour. SDO does not measure
        traffic.{' '}
        {leavesOut.includes('logs')
          ? 'It measures logs once all agents are up to date.'
          : 'Agents count the bytes of logs, with the 26 that AWS adds to each line.'}
        {leavesOut.includes('capacityUnits') &&
          ' To see capacity units (LCU), apply the CloudFormation template of the AWS account again.'}
      </p>
    </section>
  )
}
