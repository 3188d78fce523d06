import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { contains, overlaps, parseCidr, type AddressRange } from '../../../core/aws/cidr'
import { freeVpcRange, subnetCidrOf } from './free-vpc-range'

const rangeOf = (cidr: string): AddressRange => {
  const range = parseCidr(cidr)
  if (!range) throw new Error(cidr)
  return range
}
const toCidr = (first: number, prefixLength: number) =>
  `${[24, 16, 8, 0].map((shift) => Math.floor(first / 2 ** shift) % 256).join('.')}/${prefixLength}`

const privateBlocks = ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16']

/** Of any size, most of them within what is private. */
const ranges = fc
  .record({
    block: fc.constantFrom('0.0.0.0/0', ...privateBlocks),
    at: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
    prefixLength: fc.integer({ min: 0, max: 28 }),
  })
  .map(({ block, at, prefixLength }) => {
    const { first, last } = rangeOf(block)
    const size = 2 ** (32 - prefixLength)
    return toCidr(Math.floor((first + Math.floor(at * (last - first + 1))) / size) * size, prefixLength)
  })

/** Every private /16, however it is taken. */
const sixteens = [
  ...Array.from({ length: 256 }, (_, second) => `10.${second}.0.0/16`),
  ...Array.from({ length: 16 }, (_, index) => `172.${16 + index}.0.0/16`),
  '192.168.0.0/16',
]

describe('a free range', () => {
  it('is private, overlaps nothing that is taken, and is there unless none is free', () => {
    fc.assert(
      fc.property(fc.string(), fc.array(ranges, { maxLength: 30 }), (name, taken) => {
        const isFree = (cidr: string) => !taken.some((one) => overlaps(rangeOf(one), rangeOf(cidr)))
        const free = freeVpcRange(name, taken)
        expect(free === undefined).toBe(!sixteens.some(isFree))
        if (free === undefined) return
        expect(isFree(free)).toBe(true)
        expect(rangeOf(free).prefixLength).toBe(16)
        expect(privateBlocks.some((block) => contains(rangeOf(block), rangeOf(free)))).toBe(true)
      }),
    )
  })

  it('is found as long as there is one: as many environments as there are private ranges get one each', () => {
    const taken: string[] = []
    for (let index = 0; index < sixteens.length; index++) {
      const free = freeVpcRange(`env-${index}`, taken)
      if (free !== undefined) taken.push(free)
    }
    expect([...taken].sort()).toEqual([...sixteens].sort())
    expect(freeVpcRange('one more', taken)).toBeUndefined()
  })

  it.each([
    ['half of 10/8', ['10.0.0.0/9'], /^10\.(12[89]|1[3-9]\d|2\d\d)\.0\.0\/16$/],
    ['all of 10/8', ['10.0.0.0/8'], /^172\.16\.0\.0\/16$/],
    ['a few addresses of each', ['10.0.0.0/8', '172.16.0.0/13', '172.24.3.16/28'], /^172\.25\.0\.0\/16$/],
    ['all but the last', ['10.0.0.0/8', '172.16.0.0/12'], /^192\.168\.0\.0\/16$/],
    ['everything', ['0.0.0.0/0'], undefined],
  ])('is looked for beside big and small blocks: %s', (_what, taken, expected) => {
    const free = freeVpcRange('env-1', taken)
    if (expected) expect(free).toMatch(expected)
    else expect(free).toBeUndefined()
  })

  it('is not guessed when a taken one cannot be read', () => {
    expect(() => freeVpcRange('env-1', ['10.0.0.1/8'])).toThrow('10.0.0.1/8 is not a range')
  })
})

it('subnets lie within their VPC and do not overlap', () => {
  for (const cidr of sixteens) {
    const vpc = rangeOf(cidr)
    const subnets = [0, 1, 2].map((index) => rangeOf(subnetCidrOf(cidr, index)))
    expect(subnets.every((subnet) => contains(vpc, subnet))).toBe(true)
    expect(subnets[0]?.first).toBe(vpc.first)
    expect(subnets[1]?.first).toBe((subnets[0]?.last ?? 0) + 1)
    expect(subnets[2]?.first).toBe((subnets[1]?.last ?? 0) + 1)
  }
})
