import { expect, it } from 'vitest'
import { mostProcessesOf, scalingBoundsOf } from './scaling-bounds'

it('an application is scaled from its number of processes, by 60 % of CPU where nobody typed a target', () => {
  expect(scalingBoundsOf({ count: 2, maxProcesses: 5 })).toEqual({ min: 2, max: 5, targets: { cpu: 0.6 } })
  expect(scalingBoundsOf({ count: 2, maxProcesses: 5, targetCpu: 75 })?.targets).toEqual({ cpu: 0.75 })
  expect(mostProcessesOf({ count: 2, maxProcesses: 5 })).toBe(5)
})

it('an application is scaled by memory alone where nobody typed a target of CPU, else by both', () => {
  const numbers = { count: 2, maxProcesses: 5, targetMemory: 70 }
  expect(scalingBoundsOf(numbers)?.targets).toEqual({ memory: 0.7 })
  expect(scalingBoundsOf({ ...numbers, targetCpu: null })?.targets).toEqual({ memory: 0.7 })
  expect(scalingBoundsOf({ ...numbers, targetCpu: 50 })?.targets).toEqual({ cpu: 0.5, memory: 0.7 })
})

it('an application is scaled by requests where it exposes a port, and only else by CPU that nobody typed', () => {
  const numbers = { count: 2, maxProcesses: 5, targetRequests: 600 }
  const ports = [{ port: 80 }]
  expect(scalingBoundsOf({ ...numbers, ports })?.targets).toEqual({ requests: 600 })
  expect(scalingBoundsOf({ ...numbers, ports, targetCpu: 50 })?.targets).toEqual({ cpu: 0.5, requests: 600 })
  expect(scalingBoundsOf({ ...numbers, ports: [] })?.targets).toEqual({ cpu: 0.6 })
})

const entry = { start: '0 8 * * *', end: '0 20 * * *', timeZone: 'UTC', processes: 4 }

it.each([
  ['as many as its schedule wants where that is more', { count: 2, schedule: [entry] }, 4],
  ['as many as people asked for where that is more', { count: 6, schedule: [entry] }, 6],
  ['the most of several entries', { count: 0, schedule: [entry, { ...entry, processes: 9 }] }, 9],
  ['its most where it is scaled as well', { count: 2, maxProcesses: 10, schedule: [entry] }, 10],
  ['its most where its schedule starts it from 0', { count: 0, maxProcesses: 10, schedule: [entry] }, 10],
  ['none where it has none at any time', { count: 0, maxProcesses: 10, schedule: [] }, 0],
])('an application can have %s', (_, numbers, most) => expect(mostProcessesOf(numbers)).toBe(most))

it.each([
  ['without a most', { count: 2 }],
  ['where the most is no more than the number', { count: 2, maxProcesses: 2 }],
  ['where the most is less than the number of an environment', { count: 6, maxProcesses: 5 }],
  ['that was stopped by the number 0', { count: 0, maxProcesses: 5, targetCpu: 50 }],
])('an application is not scaled %s', (_, numbers) => {
  expect(scalingBoundsOf(numbers)).toBeUndefined()
  expect(mostProcessesOf(numbers)).toBe(numbers.count)
})
