import fc from 'fast-check'
import { expect, it } from 'vitest'
import { subnetCidrOf, vpcCidrOf } from './network-addresses'

const range = (cidr: string) => {
  const [address = '', bits] = cidr.split('/')
  const start = address.split('.').reduce((sum, part) => sum * 256 + Number(part), 0)
  return { start, end: start + 2 ** (32 - Number(bits)) }
}

it('subnets lie within their VPC and do not overlap', () => {
  fc.assert(
    fc.property(fc.string(), (name) => {
      const vpc = range(vpcCidrOf(name))
      const subnets = [0, 1, 2].map((index) => range(subnetCidrOf(vpcCidrOf(name), index)))
      expect(vpcCidrOf(name)).toMatch(/^10\.\d{1,3}\.0\.0\/16$/)
      expect(subnets[0]?.start).toBe(vpc.start)
      expect(subnets[1]?.start).toBe(subnets[0]?.end)
      expect(subnets[2]?.start).toBe(subnets[1]?.end)
      expect(subnets[2]?.end).toBeLessThanOrEqual(vpc.end)
    }),
  )
})
