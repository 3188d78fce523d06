/** Epochs in milliseconds, with fractions. */
export interface Interval {
  from: number
  to: number
}

/** Milliseconds since the epoch, finer than the clock's own millisecond. */
export const now = (): number => performance.timeOrigin + performance.now()

/**
 * Says what each moment of `span` was spent on: on the first of `layers` that has an interval there. Several things at once
 * are so counted once.
 *
 * @returns milliseconds by layer, and those that none covers as `rest`; together they are the span
 */
export function splitTime<Name extends string>(
  { from, to }: Interval,
  layers: readonly (readonly [Name, readonly Interval[]])[],
): Record<Name | 'rest', number> {
  const spent = Object.fromEntries([...layers.map(([name]) => [name, 0]), ['rest', 0]]) as Record<
    Name | 'rest',
    number
  >
  const bounds = layers.flatMap(([, intervals]) => intervals.flatMap((one) => [one.from, one.to]))
  const moments = [from, ...bounds.filter((moment) => moment > from && moment < to), to].sort((a, b) => a - b)
  for (let index = 0; index + 1 < moments.length; index++) {
    const [begin = 0, end = 0] = moments.slice(index, index + 2)
    const covers = (one: Interval) => one.from <= begin && one.to >= end
    const layer = layers.find(([, intervals]) => intervals.some(covers))
    spent[layer?.[0] ?? 'rest'] += end - begin
  }
  return spent
}
