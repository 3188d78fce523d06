import { expect, it } from 'vitest'
import { mostProcessesOf, scalingBoundsOf } from './scaling-bounds'

it('an application is scaled from its number of processes, by 60 % where nobody typed a target', () => {
  expect(scalingBoundsOf({ count: 2, maxProcesses: 5 })).toEqual({ min: 2, max: 5, target: 0.6 })
  expect(scalingBoundsOf({ count: 2, maxProcesses: 5, targetCpu: 75 })?.target).toBe(0.75)
  expect(mostProcessesOf({ count: 2, maxProcesses: 5 })).toBe(5)
})

it.each([
  ['without a most', { count: 2 }],
  ['where the most is no more than the number', { count: 2, maxProcesses: 2 }],
  ['where the most is less than the number of an environment', { count: 6, maxProcesses: 5 }],
  ['that was stopped by the number 0', { count: 0, maxProcesses: 5, targetCpu: 50 }],
])('an application is not scaled %s', (_, numbers) => {
  expect(scalingBoundsOf(numbers)).toBeUndefined()
  expect(mostProcessesOf(numbers)).toBe(numbers.count)
})
