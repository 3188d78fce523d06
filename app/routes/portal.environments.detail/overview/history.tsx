import { Price } from '../../../components/price'
import { Table } from '../../../components/table'
import type { OverviewSample } from '../../../services/environments/overview-views'
import { daysOf, rangeOf, stepPath } from './curve'

const size = { width: 600, height: 80 }

/** What the environment cost and how many instances it had, drawn and as a table. */
export function History({ samples, nowEpoch }: { samples: OverviewSample[]; nowEpoch: number }) {
  if (samples.length === 0) return null
  return (
    <section>
      <h2 className="mb-2">Cost and instances over time</h2>
      <div className="grid gap-3 lg:grid-cols-2">
        <Curve
          name="Cost an hour, with load balancers"
          samples={samples}
          nowEpoch={nowEpoch}
          valueOf={({ costPerHour }) => costPerHour}
          textOf={(value) => `$${value.toFixed(4)}`}
        />
        <Curve
          name="Instances"
          samples={samples}
          nowEpoch={nowEpoch}
          valueOf={({ numInstances }) => numInstances}
          textOf={String}
        />
      </div>
      <details className="mt-2">
        <summary>As a table, day by day</summary>
        <div className="mt-2">
          <Table
            caption="Cost and instances day by day"
            rows={daysOf(samples, nowEpoch)}
            rowKey={({ day }) => day}
            columns={[
              { header: 'Day (UTC)', cell: ({ day }) => day },
              { header: 'Lowest cost', numeric: true, cell: (day) => <Price perHour={day.lowestCost} /> },
              { header: 'Highest cost', numeric: true, cell: (day) => <Price perHour={day.highestCost} /> },
              { header: 'Most instances', numeric: true, cell: ({ mostInstances }) => mostInstances },
            ]}
          />
        </div>
      </details>
    </section>
  )
}

interface CurveProps {
  name: string
  samples: OverviewSample[]
  nowEpoch: number
  valueOf: (sample: OverviewSample) => number
  textOf: (value: number) => string
}

function Curve({ name, samples, nowEpoch, valueOf, textOf }: CurveProps) {
  const values = samples.map(valueOf)
  const range = rangeOf(samples, nowEpoch)
  const path = stepPath(
    samples.map((sample) => ({ epoch: sample.epoch, value: valueOf(sample) })),
    range,
    size,
  )
  const start = new Date(range.fromEpoch).toISOString().slice(0, 10)
  const text = (value: number | undefined) => textOf(value ?? 0)
  const summary = `between ${text(Math.min(...values))} and ${text(Math.max(...values))}, now ${text(values.at(-1))}`
  return (
    <figure className="panel m-0 px-3 py-2">
      <figcaption>
        {name}: <span className="text-muted">{summary}</span>
      </figcaption>
      <svg
        viewBox={`0 -2 ${size.width} ${size.height + 4}`}
        className="mt-2 h-20 w-full"
        preserveAspectRatio="none"
        role="img"
        aria-label={`${name} since ${start}: ${summary}`}
      >
        <path
          d={`M0 ${size.height}H${size.width}`}
          className="stroke-line"
          vectorEffect="non-scaling-stroke"
        />
        <path
          d={path}
          className="fill-none stroke-accent"
          strokeWidth="2"
          vectorEffect="non-scaling-stroke"
        />
      </svg>
      <p className="flex justify-between text-muted" aria-hidden="true">
        <span>{start}</span>
        <span>now</span>
      </p>
    </figure>
  )
}
