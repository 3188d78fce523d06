import type { UsageMark, UsagePoint, UsageTime } from '../../services/usage/usage-views'
import { coresText, memoryText, shareText } from '../usage-text'
import { UsageFigure } from './usage-figure'
import { PointTable } from './usage-table'

interface UsageCurvesProps {
  /** What the curves are of, in words. */
  name: string
  time: UsageTime
  asks: { cpu: number; memoryMb: number }
  points: UsagePoint[]
  marks: UsageMark[]
  isOneProcess?: boolean
}

/** Less of the time rounds to nothing. */
const leastShare = 0.005

/** CPU and memory by time, and how long CPU was throttled where it ever was; with the same as a table. */
export function UsageCurves({ name, time, asks, points, marks, isOneProcess = false }: UsageCurvesProps) {
  if (points.length === 0) return <p className="text-muted">Nothing was measured in this time.</p>
  const of = isOneProcess ? '' : ' of each process'
  const memory = points.flatMap(({ epoch, memoryMb, mostMemoryMb }) =>
    memoryMb === undefined ? [] : { epoch, mean: memoryMb, most: mostMemoryMb ?? memoryMb },
  )
  const throttled = points.flatMap((point) =>
    point.throttled === undefined ? [] : { epoch: point.epoch, mean: point.throttled },
  )
  return (
    <>
      <div className="grid gap-4 md:grid-cols-2">
        <UsageFigure
          {...{ time, marks }}
          name={`CPU of ${name}`}
          caption={isOneProcess ? 'CPU, cores' : 'CPU, cores of each process'}
          asked={asks.cpu}
          text={coresText}
          curves={points.map(({ epoch, cores, mostCores }) => ({ epoch, mean: cores, most: mostCores }))}
        />
        {memory.length > 0 && (
          <UsageFigure
            {...{ time, marks }}
            name={`Memory of ${name}`}
            caption={`Memory${of}`}
            asked={asks.memoryMb}
            text={memoryText}
            curves={memory}
          />
        )}
        {throttled.some(({ mean }) => mean >= leastShare) && (
          <UsageFigure
            {...{ time, marks }}
            name={`Throttled CPU of ${name}`}
            caption={`Throttled CPU${of}, share of time`}
            text={shareText}
            curves={throttled}
          />
        )}
      </div>
      <details className="mt-2">
        <summary>As a table</summary>
        <div className="mt-2">
          <PointTable
            name={name}
            points={points}
            marks={marks}
            seconds={time.seconds}
            isOneProcess={isOneProcess}
          />
        </div>
      </details>
    </>
  )
}
