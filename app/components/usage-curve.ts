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
  { width, height, highest }: { width: number; height: number; highest: number },
): string {
  const x = (epoch: number) =>
    rounded(Math.min(1, Math.max(0, epoch - fromEpoch) / (untilEpoch - fromEpoch)) * width)
  const y = (value: number) => rounded(height - (highest > 0 ? value / highest : 0) * height)
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

const rounded = (value: number) => Math.round(value * 100) / 100
