import { createHash } from 'node:crypto'
import { overlaps, parseCidr, type AddressRange } from '../../../core/aws/cidr'

/** Private ranges of IPv4 (RFC 1918) as /16s, the largest that a VPC takes: by the second octet, which runs from `from` to `to`. */
const sixteens = (first: number, from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => {
    const cidr = `${first}.${from + index}.0.0/16`
    return { cidr, range: rangeOf(cidr) }
  })
const tens = sixteens(10, 0, 255)
const others = [...sixteens(172, 16, 31), ...sixteens(192, 168, 168)]

/**
 * The first private /16 without an address of `taken`. Where the search begins depends on the name of the environment: the ranges that
 * people like best are not all taken at once, and two environments that search at the same time seldom find the same.
 *
 * @param taken ranges as CIDR of any size
 * @returns a CIDR, or undefined if none is free
 */
export function freeVpcRange(environment: string, taken: readonly string[]): string | undefined {
  const ranges = taken.map(rangeOf)
  const [start = 0] = createHash('sha256').update(environment).digest()
  const candidates = [...tens.slice(start), ...tens.slice(0, start), ...others]
  return candidates.find(({ range }) => !ranges.some((one) => overlaps(one, range)))?.cidr
}

/** @throws Error for what is no range: to take it for none could give away what is taken */
function rangeOf(cidr: string): AddressRange {
  const range = parseCidr(cidr)
  if (!range) throw new Error(`${cidr} is not a range of IPv4 addresses.`)
  return range
}

/** The /18 of the VPC for its `index`th subnet, 0 to 3: 16,379 addresses each, and a quarter in reserve. */
export const subnetCidrOf = (vpcCidr: string, index: number): string => {
  const [first, second] = vpcCidr.split('.')
  return `${first}.${second}.${index * 64}.0/18`
}
