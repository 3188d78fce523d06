/** Whether Postgres keeps `text` as it is, in a column and in JSON: without NUL, and without halves of surrogate pairs. */
export const isStorableText = (text: string): boolean => !/\0|\p{Surrogate}/u.test(text)

/**
 * The path, `ports.0.name`, of the first text in `value` that cannot be kept, names of properties among them; undefined when
 * all can.
 */
export function findUnstorableText(value: unknown, path: string[] = []): string | undefined {
  if (typeof value === 'string') return isStorableText(value) ? undefined : path.join('.')
  if (typeof value !== 'object' || value === null) return undefined
  for (const [name, member] of Object.entries(value)) {
    if (!isStorableText(name)) return path.join('.')
    const found = findUnstorableText(member, [...path, name])
    if (found !== undefined) return found
  }
  return undefined
}
