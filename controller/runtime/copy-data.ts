/**
 * A copy that shares nothing with `value`: plain data, as JSON has it. Each step of a pass takes one of a status that may have thousands of
 * processes, and `structuredClone`, which looks for classes and circles, takes eight times as long.
 */
export function copyData<T>(value: T): T {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(copyData) as T
  const copy = { ...value }
  for (const key in copy) {
    const member = copy[key]
    // A text or a number is copied already: to put it there once more takes half as long again.
    if (typeof member === 'object' && member !== null) copy[key] = copyData(member)
  }
  return copy
}
