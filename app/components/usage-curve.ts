import { curveScale, type CurveArea } from './curve-scale'

interface Span {
  fromEpoch: number
  untilEpoch: number
  /** The length of the time that each value is of. */
  seconds: number
}

/**
 * Values of times of one length as the path of an SVG of `width` by `height`: 0 is its lower edge, `highest` its upper. Where nothing was
 * measured nothing is drawn.
 */
export function gapPath(
  values: { epoch: number; value: number }[],
  { fromEpoch, untilEpoch, seconds }: Span,
  area: CurveArea,
): string {
  const { x, y } = curveScale({ fromEpoch, toEpoch: untilEpoch }, area)
  const step = seconds * 1000
  let end: number | undefined
  return values
    .map(({ epoch, value }) => {
      const joins = end === epoch
      end = epoch + step
      return `${joins ? '' : `M${x(epoch)} ${y(value)}`}V${y(value)}H${x(end)}`
    })
    .join('')
}
