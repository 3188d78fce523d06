import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fargatePerHour } from './fargate'

const process = (cpu: number, memoryMb: number, count = 1) => ({
  cpu,
  memoryMb,
  count,
})

describe('what Fargate would cost', () => {
  it.each([
    ['the smallest task, with its address', process(0.01, 10), 0.25 * 0.03238 + 0.5 * 0.00356 + 0.005],
    ['half a vCPU with 1 GiB', process(0.3, 1000), 0.5 * 0.03238 + 1 * 0.00356 + 0.005],
    ['a quarter of a vCPU that needs 2 GiB', process(0.25, 2000), 0.25 * 0.03238 + 2 * 0.00356 + 0.005],
    ['8 vCPU in steps of 4 GiB', process(5, 18_000), 8 * 0.03238 + 20 * 0.00356 + 0.005],
    ['three of one size', process(1, 2000, 3), 3 * (0.03238 + 2 * 0.00356 + 0.005)],
  ])('is that of %s', (_name, application, perHour) => {
    expect(fargatePerHour([application])).toBeCloseTo(perHour, 9)
  })

  it('is unknown where a process is larger than any task', () => {
    expect(fargatePerHour([process(17, 1000)])).toBeUndefined()
    expect(fargatePerHour([process(1, 1000), process(1, 130_000)])).toBeUndefined()
  })

  it('never falls with a larger process', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0.01, max: 16, noNaN: true }),
        fc.integer({ min: 1, max: 120_000 }),
        fc.double({ min: 1, max: 2, noNaN: true }),
        (cpu, memoryMb, factor) => {
          const larger = fargatePerHour([process(cpu * factor, memoryMb * factor)]) ?? Infinity
          expect(larger).toBeGreaterThanOrEqual(fargatePerHour([process(cpu, memoryMb)]) ?? 0)
        },
      ),
    )
  })
})
