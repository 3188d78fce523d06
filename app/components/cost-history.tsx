import { Price } from './price'
import { Table } from './table'
import type { CostSample } from '../services/cost/cost-views'
import { CurveFigure, curveSize } from './curve-figure'
import { averageCost, daysOf, rangeOf, stepPath } from './cost-curve'

interface CostHistoryProps {
  samples: CostSample[]
  /** What it costs, in USD an hour, and has at the moment; absent where it is gone. */
  now?: { costPerHour: number; numInstances: number }
  /** Until when the last sample holds. */
  nowEpoch: number
}

/** What the environment cost and how many instances it had, drawn and as a table. */
export function CostHistory({ samples, now, nowEpoch }: CostHistoryProps) {
  if (samples.length === 0) return null
  const mostInstances = Math.max(...samples.map(({ numInstances }) => numInstances))
  return (
    <section>
      <h2 className="mb-2">Cost and instances over time</h2>
      <div className="grid gap-3 lg:grid-cols-2">
        <Curve
          name="Cost an hour, before traffic and logs"
          summary={`average ${dollars(averageCost(samples, nowEpoch))}, highest ${dollars(highestOf(samples))}${now ? `, now ${dollars(now.costPerHour)}` : ''}`}
          note="Solid: average of each hour. Faint: its highest."
          samples={samples}
          end={now ? 'now' : 'deleted'}
          nowEpoch={nowEpoch}
          valueOf={({ costPerHour }) => costPerHour}
          highestOf={({ highestPerHour }) => highestPerHour}
        />
        <Curve
          name="Instances"
          summary={`at most ${mostInstances}${now ? `, now ${now.numInstances}` : ''}`}
          samples={samples}
          end={now ? 'now' : 'deleted'}
          nowEpoch={nowEpoch}
          valueOf={({ numInstances }) => numInstances}
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
              { header: 'Average cost', numeric: true, cell: (day) => <Price perHour={day.averageCost} /> },
              { header: 'Highest cost', numeric: true, cell: (day) => <Price perHour={day.highestCost} /> },
              { header: 'Most instances', numeric: true, cell: ({ mostInstances }) => mostInstances },
            ]}
          />
        </div>
      </details>
    </section>
  )
}

const dollars = (value: number) => `$${value.toFixed(4)}`

const highestOf = (samples: CostSample[]) => Math.max(...samples.map(({ highestPerHour }) => highestPerHour))

interface CurveProps {
  name: string
  summary: string
  note?: string
  samples: CostSample[]
  /** The word for `nowEpoch`. */
  end: string
  nowEpoch: number
  valueOf: (sample: CostSample) => number
  /** Drawn behind it, where it differs. */
  highestOf?: (sample: CostSample) => number
}

function Curve({ name, summary, note, samples, end, nowEpoch, valueOf, highestOf = valueOf }: CurveProps) {
  const range = rangeOf(samples, nowEpoch)
  const highest = Math.max(...samples.map(highestOf))
  const pathOf = (value: typeof valueOf) =>
    stepPath(
      samples.map((sample) => ({ epoch: sample.epoch, value: value(sample) })),
      range,
      { ...curveSize, highest },
    )
  const start = new Date(range.fromEpoch).toISOString().slice(0, 10)
  return (
    <CurveFigure
      name={`${name} since ${start}`}
      caption={name}
      summary={summary}
      note={note}
      start={start}
      end={end}
      path={pathOf(valueOf)}
      faintPath={highestOf === valueOf ? undefined : pathOf(highestOf)}
    />
  )
}
