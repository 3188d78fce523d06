import type { Overview } from '../api/wire'
import { findEnvironment, listEnvironments } from '../names/find'
import { hoursPerMonth } from '../output/monthly-change'
import { dollars, tableOf } from '../output/table'
import type { Run } from './command'

/** Prints the cost of all environments, or of one and its cost elsewhere. */
export async function cost(run: Run, environment: string | undefined): Promise<void> {
  if (environment === undefined) return printAll(run)
  const { id, name } = await findEnvironment(run.client, environment)
  const { costPerHour, gapPercentage } = await run.client.get<Overview>(
    `/v1/view-controller/environment/${id}/overview`,
  )
  const rows: [string, number | undefined][] = [
    ['Instances', costPerHour.instances],
    ['Addresses and disks', costPerHour.addressesAndDisks],
    ['Load balancers', costPerHour.loadBalancers],
    ['Together, before traffic and logs', costPerHour.total],
    ['All on-demand', costPerHour.onDemand],
    ['On Fargate', costPerHour.fargate],
  ]
  run.print({ id, name, costPerHour, gapPercentage }, () =>
    tableOf(
      [name, 'USD/HOUR', 'USD/MONTH'],
      rows.flatMap(([what, hourly]) =>
        hourly === undefined ? [] : [[what, dollars(hourly), dollars(hourly * hoursPerMonth)]],
      ),
    ),
  )
}

async function printAll(run: Run): Promise<void> {
  const environments = await listEnvironments(run.client)
  const costPerHour = environments.reduce((sum, each) => sum + each.costPerHour, 0)
  const rows = [...environments, { name: 'Together, before traffic and logs', costPerHour }]
  run.print(
    {
      environments: environments.map(({ id, name, costPerHour }) => ({ id, name, costPerHour })),
      costPerHour,
    },
    () =>
      tableOf(
        ['ENVIRONMENT', 'USD/HOUR', 'USD/MONTH'],
        rows.map((each) => [each.name, dollars(each.costPerHour), dollars(each.costPerHour * hoursPerMonth)]),
      ),
  )
}
