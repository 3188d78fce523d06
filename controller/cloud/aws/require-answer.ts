import { CloudError } from '../cloud'

/** AWS's types call everything optional; what its documentation promises is required here. */
export function requireAnswer<T>(value: T | undefined, what: string): T {
  if (value === undefined) throw new CloudError('unavailable', `AWS did not say ${what}.`)
  return value
}
