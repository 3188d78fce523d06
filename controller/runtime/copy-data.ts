/**
 * A copy that shares nothing with `value`: plain data, as JSON has it. Each step of a pass takes one of a status that may have thousands of
 * processes, and `structuredClone`, which looks for classes and circles, takes eight times as long.
 */
export function copyData<T>(value: T): T {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(copyData) as T
  const copy = { ...value }
  for (const key in copy) copy[key] = copyData(copy[key])
  return copy
}
