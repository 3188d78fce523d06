import { requestMetricsSeconds } from '../../../core/environment/request-metrics'
import { environmentManagerRoleName } from '../../../core/roles/names'
import type { RequestPoint, Requests } from '../../services/usage/request-views'
import type { UsageMark, UsageTime } from '../../services/usage/usage-views'
import { Epoch } from '../moment'
import { Table } from '../table'
import { latencyText, rateText, smallShareText } from '../usage-text'
import { UsageFigure } from './usage-figure'

interface RequestCurvesProps {
  /** What the curves are of, in words. */
  name: string
  time: UsageTime
  /** Absent: they are not read. */
  requests: Requests | undefined
  marks: UsageMark[]
}

/** They are read when a time is over and settled, and that so often. */
const lateMilliseconds = 3 * requestMetricsSeconds * 1000

/** Requests, latency and 5xx by time, with the same as a table. */
export function RequestCurves({ name, time, requests, marks }: RequestCurvesProps) {
  if (!requests) return null
  const { points, seconds, isRefused } = requests
  const refusal = isRefused && (
    <p className="mt-2 text-muted">
      The role {environmentManagerRoleName} may not read request metrics. Apply the CloudFormation template of
      the account again.
    </p>
  )
  if (points.length === 0) return refusal || <p className="mt-2 text-muted">No requests in this time.</p>
  const shared = { time: { ...time, seconds }, marks, lateMilliseconds }
  const rateOf = ({ requests }: RequestPoint) => requests / (seconds / 60)
  const latency = points.flatMap(({ epoch, p50Ms, p99Ms }) =>
    p50Ms === undefined ? [] : { epoch, mean: p50Ms, most: p99Ms ?? p50Ms },
  )
  return (
    <>
      {refusal}
      <div className="mt-4 grid gap-4 md:grid-cols-2">
        <UsageFigure
          {...shared}
          name={`Requests to ${name}`}
          caption="Requests a minute"
          text={rateText}
          curves={points.map((point) => ({ epoch: point.epoch, mean: rateOf(point) }))}
        />
        {latency.length > 0 && (
          <UsageFigure
            {...shared}
            name={`Latency of ${name}`}
            caption="Latency, p50 and p99"
            text={latencyText}
            curves={latency}
          />
        )}
        <UsageFigure
          {...shared}
          name={`5xx of ${name}`}
          caption="5xx, share of requests"
          text={smallShareText}
          curves={points.map((point) => ({ epoch: point.epoch, mean: errorShareOf(point) }))}
        />
      </div>
      <details className="mt-2">
        <summary>Requests as a table</summary>
        <div className="mt-2">
          <Table
            caption={`Requests to ${name}`}
            rows={points.toReversed()}
            rowKey={({ epoch }) => String(epoch)}
            isDense
            columns={[
              { header: 'From', cell: ({ epoch }) => <Epoch epoch={epoch} /> },
              { header: 'Requests a minute', numeric: true, cell: (point) => rateText(rateOf(point)) },
              { header: 'p50', numeric: true, cell: ({ p50Ms }) => textOf(p50Ms) },
              { header: 'p99', numeric: true, cell: ({ p99Ms }) => textOf(p99Ms) },
              { header: '5xx', numeric: true, cell: ({ errors }) => errors.toLocaleString('en-US') },
              { header: 'Share', numeric: true, cell: (point) => smallShareText(errorShareOf(point)) },
            ]}
          />
        </div>
      </details>
    </>
  )
}

/** An answer may be counted in another minute than its request. */
const errorShareOf = ({ requests, errors }: RequestPoint): number =>
  errors === 0 ? 0 : Math.min(1, errors / requests)

const textOf = (milliseconds: number | undefined) =>
  milliseconds === undefined ? '' : latencyText(milliseconds)
