/** Room and sizes in whole units, sizes and room rounded down: whatever fits the room fits the levels. */
export interface ScaledSizes {
  unit: number
  levels: number
  sizes: Int32Array
  /** At most so much room more than its level says may be left. */
  spare: number
}

/** In the largest unit of which all sizes are multiples, unless that is too fine. */
export function scaleSizes(room: number, sizes: Float64Array, mostLevels: number): ScaledSizes {
  const common = sizes.reduce(greatestCommonDivisor, 0)
  const unit = common > 0 && room / common <= mostLevels ? common : Math.max(1, room / mostLevels)
  const levels = Math.floor(room / unit)
  return {
    unit,
    levels,
    spare: unit === common ? room - levels * unit : unit,
    sizes: Int32Array.from(sizes, (size) => Math.floor(size / unit)),
  }
}

function greatestCommonDivisor(a: number, b: number): number {
  while (b !== 0) [a, b] = [b, a % b]
  return a
}
