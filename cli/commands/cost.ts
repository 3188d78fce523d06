import { billLineLabels } from '../../core/charges/bill-line-labels'
import { beforeText } from '../../core/charges/left-out'
import type { MonthCost, Overview } from '../api/wire'
import { findEnvironment, listEnvironments } from '../names/find'
import { hoursPerMonth } from '../output/monthly-change'
import { dollars, tableOf } from '../output/table'
import type { Run } from './command'

/** Prints the cost of all environments, or of one and its cost elsewhere, and what this month costs. */
export async function cost(run: Run, environment: string | undefined): Promise<void> {
  if (environment === undefined) return printAll(run)
  const { id, name } = await findEnvironment(run.client, environment)
  const path = `/v1/view-controller/environment/${id}`
  const { costPerHour, gapPercentage } = await run.client.get<Overview>(`${path}/overview`)
  const thisMonth = await run.client.get<MonthCost>(`${path}/cost`)
  const rows: [string, number | undefined][] = [
    ['Instances', costPerHour.instances],
    ['Addresses and disks', costPerHour.addressesAndDisks],
    ['Load balancers', costPerHour.loadBalancers],
    ['Together, before traffic and logs', costPerHour.total],
    ['All on-demand', costPerHour.onDemand],
    ['On Fargate', costPerHour.fargate],
  ]
  run.print(
    { id, name, costPerHour, gapPercentage, thisMonth },
    () =>
      `${tableOf(
        [name, 'USD/HOUR', 'USD/MONTH'],
        rows.flatMap(([what, hourly]) =>
          hourly === undefined ? [] : [[what, dollars(hourly), dollars(hourly * hoursPerMonth)]],
        ),
      )}\n\n${monthTable(thisMonth)}`,
  )
}

async function printAll(run: Run): Promise<void> {
  const environments = await listEnvironments(run.client)
  const thisMonth = await run.client.get<MonthCost>('/v1/view-controller/cost')
  const costPerHour = environments.reduce((sum, each) => sum + each.costPerHour, 0)
  const rows = [...environments, { name: 'Together, before traffic and logs', costPerHour }]
  run.print(
    {
      environments: environments.map(({ id, name, costPerHour }) => ({ id, name, costPerHour })),
      costPerHour,
      thisMonth,
    },
    () =>
      `${tableOf(
        ['ENVIRONMENT', 'USD/HOUR', 'USD/MONTH'],
        rows.map((each) => [each.name, dollars(each.costPerHour), dollars(each.costPerHour * hoursPerMonth)]),
      )}\n\n${monthTable(thisMonth)}`,
  )
}

/** What stands on the bill of the month, line by line. */
function monthTable({ month, spent, projected, leavesOut }: MonthCost): string {
  const lines = (Object.keys(billLineLabels) as (keyof typeof billLineLabels)[]).filter(
    (line) => (projected.lines[line] ?? 0) > 0,
  )
  return tableOf(
    [month, 'USD SO FAR', 'USD PROJECTED'],
    [
      ...lines.map((line) => [
        billLineLabels[line],
        dollars(spent.lines[line] ?? 0),
        dollars(projected.lines[line] ?? 0),
      ]),
      [`Together, ${beforeText(leavesOut)}`, dollars(spent.usd), dollars(projected.usd)],
    ],
  )
}
