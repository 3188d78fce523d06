import { minuteMilliseconds } from '../../../core/time/durations'
import { usageRanges, type UsageMark, type UsageTime } from '../../services/usage/usage-views'
import { CurveFigure, curveSize } from '../curve-figure'
import { curveScale } from '../curve-scale'
import { gapPath } from '../usage-curve'

interface UsageFigureProps {
  time: UsageTime
  marks: UsageMark[]
  name: string
  caption: string
  /** What each process asks for. */
  asked?: number
  text: (figure: number) => string
  curves: { epoch: number; mean: number; most?: number }[]
  /** After the end of what is measured it is known so much later at most. Default: as agents tell it. */
  lateMilliseconds?: number
}

/** Agents are asked each minute about whole minutes: what is older has ended. */
const newestMilliseconds = 3 * minuteMilliseconds

/** The mean as the curve, the most of one process behind it, and what is asked for as a line. */
export function UsageFigure({
  time,
  marks,
  name,
  caption,
  asked,
  text,
  curves,
  lateMilliseconds = newestMilliseconds,
}: UsageFigureProps) {
  const most = Math.max(...curves.map((point) => point.most ?? point.mean))
  const highest = Math.max(asked ?? 0, most) * 1.05
  const path = (valueOf: (point: (typeof curves)[number]) => number) =>
    gapPath(
      curves.map((point) => ({ epoch: point.epoch, value: valueOf(point) })),
      time,
      { ...curveSize, highest },
    )
  const { x, y } = curveScale(
    { fromEpoch: time.fromEpoch, toEpoch: time.untilEpoch },
    { ...curveSize, highest },
  )
  const isBounded = curves.some((point) => point.most !== undefined && point.most !== point.mean)
  const endEpoch = (curves.at(-1)?.epoch ?? 0) + time.seconds * 1000
  const isRecent = time.untilEpoch - endEpoch <= lateMilliseconds
  const summary = [
    `${text(curves.at(-1)?.mean ?? 0)} ${isRecent ? 'lately' : 'at the end'}`,
    `at most ${text(most)}`,
    ...(asked === undefined ? [] : [`asks for ${text(asked)}`]),
  ]
  return (
    <CurveFigure
      name={name}
      caption={caption}
      summary={summary.join(', ')}
      start={`${usageRanges[time.range].label} ago`}
      end="now"
      path={path(({ mean }) => mean)}
      {...(isBounded && { faintPath: path(({ mean, most = mean }) => most) })}
      {...(asked !== undefined && { level: y(asked) })}
      marks={marks.map(({ epoch, text: title, type }) => ({ x: x(epoch), title, isBad: type === 'trouble' }))}
    />
  )
}
