const collator = new Intl.Collator('en', { sensitivity: 'base', numeric: true })

type Comparison<Row> = (a: Row, b: Row) => number

/** A to Z as people read it: `app 2` before `app 10`, upper and lower case alike. */
export const byText =
  <Row>(textOf: (row: Row) => string): Comparison<Row> =>
  (a, b) =>
    collator.compare(textOf(a), textOf(b)) || compareExactly(textOf(a), textOf(b))

export const byName = byText((row: { name: string }) => row.name)

/** The entries of a map, A to Z by their keys. */
export const byKey = <Value>(map: Record<string, Value>): Record<string, Value> =>
  Object.fromEntries(Object.entries(map).sort(byText(([key]) => key)))

export const newestFirst: Comparison<{ createdEpoch: number; id: string }> = (a, b) =>
  b.createdEpoch - a.createdEpoch || compareExactly(a.id, b.id)

export const byEnvironmentName = byText((row: { environmentName: string }) => row.environmentName)

/** Ties that people cannot see are broken the same way every time. */
export const compareExactly = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

/** Whether a row has what was typed in its name, upper and lower case alike. Everything has nothing in it. */
export function namedLike(typed: string): (row: { name: string }) => boolean {
  const wanted = typed.trim().toLowerCase()
  return ({ name }) => name.toLowerCase().includes(wanted)
}

/** Rows by what each has in common with others, in their order. */
export function groupedBy<Row, Key>(rows: readonly Row[], keyOf: (row: Row) => Key): Map<Key, Row[]> {
  const groups = new Map<Key, Row[]>()
  for (const row of rows) {
    const key = keyOf(row)
    const group = groups.get(key)
    if (group) group.push(row)
    else groups.set(key, [row])
  }
  return groups
}
