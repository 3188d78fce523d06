import { CloudError } from '../cloud'

/** AWS's types call everything optional; what its documentation promises is required here. */
export function requireAnswer<T>(value: T | undefined, what: string): T {
  if (value === undefined) throw new CloudError('unavailable', `AWS did not say ${what}.`)
  return value
}

/** EC2 takes at most 200 values in one filter. */
const filterLimit = 200

export const inFilterBatches = (values: string[]): string[][] =>
  Array.from({ length: Math.ceil(values.length / filterLimit) }, (_, index) =>
    values.slice(index * filterLimit, (index + 1) * filterLimit),
  )
