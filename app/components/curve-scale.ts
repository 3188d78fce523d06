export interface Range {
  fromEpoch: number
  toEpoch: number
}

/** Of an SVG, in its units. */
export interface CurveArea {
  width: number
  height: number
  /** The value at its upper edge; its lower one is 0. */
  highest: number
}

/** Where times and values are in a curve. What is before or after the range is at its edge. */
export const curveScale = ({ fromEpoch, toEpoch }: Range, { width, height, highest }: CurveArea) => ({
  x: (epoch: number) =>
    rounded((Math.min(1, Math.max(0, epoch - fromEpoch) / (toEpoch - fromEpoch)) || 0) * width),
  y: (value: number) => rounded(height - (highest > 0 ? value / highest : 0) * height),
})

const rounded = (value: number) => Math.round(value * 100) / 100
