import type { ReactNode } from 'react'
import { MonthlyPrice, Price } from '../../../components/price'
import type { EnvironmentOverview } from '../../../services/environments/overview-views'

/** The figures that most people come for. */
export function KeyFigures({ applications, instances, costPerHour, gapPercentage }: EnvironmentOverview) {
  const numSpot = instances.filter(({ market }) => market === 'spot').length
  const sum = (numbers: number[]) => numbers.reduce((total, one) => total + one, 0)
  const numHealthy = sum(applications.map((one) => one.numHealthy))
  const numWanted = sum(applications.map((one) => one.numWanted))
  return (
    <dl className="grid gap-3 sm:grid-cols-3">
      <Figure
        term="Cost"
        note={
          <>
            <MonthlyPrice perHour={costPerHour.total} /> a month before traffic and logs:{' '}
            <MonthlyPrice perHour={costPerHour.instances} /> for instances,{' '}
            <MonthlyPrice perHour={costPerHour.addressesAndDisks} /> for their addresses and disks,{' '}
            <MonthlyPrice perHour={costPerHour.loadBalancers} /> for load balancers
            {gapPercentage !== undefined && `. ${describeGap(gapPercentage)}`}
          </>
        }
      >
        <Price perHour={costPerHour.total} />
      </Figure>
      <Figure term="Processes" note="healthy">
        {numHealthy} of {numWanted}
      </Figure>
      <Figure term="Instances" note={`${numSpot} on Spot, ${instances.length - numSpot} on-demand`}>
        {instances.length}
      </Figure>
    </dl>
  )
}

/** What the planner proved of the instances. */
const describeGap = (percentage: number) =>
  percentage < 0.05
    ? 'Its instances are the cheapest possible'
    : `Still optimizing: up to ${percentage.toFixed(1)} % above the optimum`

function Figure({ term, note, children }: { term: string; note: ReactNode; children: ReactNode }) {
  return (
    <div className="panel px-3 py-2">
      <dt className="text-muted">{term}</dt>
      <dd>
        <p className="text-lg font-semibold tabular-nums">{children}</p>
        <p className="text-muted">{note}</p>
      </dd>
    </div>
  )
}
