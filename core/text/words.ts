/** "a", "a and b", "a, b and c". */
export const listed = (names: readonly string[]): string =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`

/** "2 × web and 1 × worker". */
export function countedList(names: readonly string[]): string {
  const counts = new Map<string, number>()
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1)
  return listed([...counts].map(([name, count]) => `${count} × ${name}`))
}

/** So many are named. */
const mostNames = 3

/** The first names, and how many there are besides: `shop, api, worker and 2 more`. */
export const inShort = (names: string[]): string =>
  names.length > mostNames
    ? `${names.slice(0, mostNames).join(', ')} and ${names.length - mostNames} more`
    : names.join(', ')

/** "a worker", "an instance". */
export const article = (words: string): string => (/^[aeiou]/.test(words) ? `an ${words}` : `a ${words}`)
