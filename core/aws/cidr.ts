/** A range of IPv4 addresses, both ends included. */
export interface AddressRange {
  first: number
  last: number
  prefixLength: number
}

/** The range of a CIDR such as `10.0.0.0/16`, or undefined if it is none or its base is not on its boundary. */
export function parseCidr(cidr: string): AddressRange | undefined {
  const match = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})\/(\d{1,2})$/.exec(cidr)
  if (!match) return undefined
  const [a = 0, b = 0, c = 0, d = 0, prefixLength = 33] = match.slice(1).map(Number)
  if ([a, b, c, d].some((octet) => octet > 255) || prefixLength > 32) return undefined
  const first = a * 2 ** 24 + b * 2 ** 16 + c * 2 ** 8 + d
  const size = 2 ** (32 - prefixLength)
  return first % size === 0 ? { first, last: first + size - 1, prefixLength } : undefined
}

export const contains = (outer: AddressRange, inner: AddressRange): boolean =>
  outer.first <= inner.first && inner.last <= outer.last

export const overlaps = (one: AddressRange, other: AddressRange): boolean =>
  one.first <= other.last && other.first <= one.last

/** The first of `ranges` and of `others` that have an address in common. */
export function findOverlap(
  ranges: readonly string[],
  others: readonly string[],
): { range: string; other: string } | undefined {
  for (const range of ranges)
    for (const other of others) {
      const [one, another] = [parseCidr(range), parseCidr(other)]
      if (one && another && overlaps(one, another)) return { range, other }
    }
  return undefined
}
