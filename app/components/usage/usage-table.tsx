import { Epoch } from '../moment'
import { Table } from '../table'
import { coresText, memoryText, shareText } from '../usage-text'
import type { UsageMark, UsagePoint } from '../../services/usage/usage-views'

interface PointTableProps {
  name: string
  points: UsagePoint[]
  marks: UsageMark[]
  seconds: number
  isOneProcess: boolean
}

/** The figures of the curves, newest first. */
export function PointTable({ name, points, marks, seconds, isOneProcess }: PointTableProps) {
  const happenedIn = ({ epoch }: UsagePoint) =>
    marks.filter((mark) => mark.epoch >= epoch && mark.epoch < epoch + seconds * 1000)
  const isMarked = points.some((point) => happenedIn(point).length > 0)
  const knowsMemory = points.some(({ memoryMb }) => memoryMb !== undefined)
  const knowsThrottling = points.some(({ throttled }) => throttled !== undefined)
  return (
    <Table
      caption={`What ${name} used`}
      rows={points.toReversed()}
      rowKey={({ epoch }) => String(epoch)}
      isDense
      columns={[
        { header: 'From', cell: ({ epoch }) => <Epoch epoch={epoch} /> },
        ...(isOneProcess
          ? []
          : [{ header: 'Processes', numeric: true, cell: ({ numProcesses }: UsagePoint) => numProcesses }]),
        { header: 'Cores', numeric: true, cell: ({ cores }) => coresText(cores) },
        { header: 'Most', numeric: true, cell: ({ mostCores }) => coresText(mostCores) },
        ...(knowsThrottling
          ? [
              {
                header: 'Throttled',
                numeric: true,
                cell: ({ throttled }: UsagePoint) => (throttled === undefined ? '' : shareText(throttled)),
              },
            ]
          : []),
        ...(knowsMemory
          ? [
              {
                header: 'Memory',
                numeric: true,
                cell: ({ memoryMb }: UsagePoint) => (memoryMb === undefined ? '' : memoryText(memoryMb)),
              },
              {
                header: 'Most memory',
                numeric: true,
                cell: ({ mostMemoryMb }: UsagePoint) =>
                  mostMemoryMb === undefined ? '' : memoryText(mostMemoryMb),
              },
            ]
          : []),
        ...(isMarked
          ? [
              {
                header: 'Happened',
                cell: (point: UsagePoint) =>
                  happenedIn(point)
                    .map(({ text }) => text)
                    .join(' · '),
              },
            ]
          : []),
      ]}
    />
  )
}
