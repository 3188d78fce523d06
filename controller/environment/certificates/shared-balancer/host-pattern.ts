import { isWildcard } from '../../../../core/dns/dns-names'

/** Rules of AWS's take no longer hosts. */
const longestHost = 128

/** The host of a rule for a name. One that is too long for a rule is known by its beginning and end. */
export function hostPatternOf(name: string): string {
  if (name.length <= longestHost) return name
  const half = (longestHost - 1) / 2
  return `${name.slice(0, Math.ceil(half))}*${name.slice(-Math.floor(half))}`
}

/** Where bands of priorities begin, of which AWS has 50,000. */
const bands = { names: 1, wildcards: 10_000, width: 300 }
const mostLabels = 127

/**
 * The priorities that a rule for a name may have: the first that fits a request counts, so names come before wildcards, and those that
 * say more before those that say less.
 *
 * @returns the lowest; the band ends before the next one
 */
export const bandOf = (name: string): number =>
  isWildcard(name) ? bands.wildcards + (mostLabels - name.split('.').length) * bands.width : bands.names

/** Whether a priority is in a band. */
export const isInBand = (priority: number, band: number): boolean =>
  priority >= band && priority < (band === bands.names ? bands.wildcards : band + bands.width)
