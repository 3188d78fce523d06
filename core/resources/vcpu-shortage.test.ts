import { expect, it } from 'vitest'
import { vcpuShortage } from './vcpu-shortage'

const preflightOf = (onDemand?: number, spot?: number) => ({
  ...{ checkedEpoch: 0, refusedWrites: [], zones: [], unanswered: [] },
  quotas: [
    ...(onDemand === undefined ? [] : [{ name: 'on-demand-vcpus' as const, limit: onDemand }]),
    ...(spot === undefined ? [] : [{ name: 'spot-vcpus' as const, limit: spot }]),
  ],
})
const scaled = { cpu: 2, count: 1, maxProcesses: 10 }

it('applications that fit the quotas at their most lack nothing', () => {
  expect(vcpuShortage(preflightOf(20, 0), [scaled], 'NONE')).toBeUndefined()
  expect(vcpuShortage(preflightOf(16, 4), [scaled], 'ALL')).toBeUndefined()
})

it('applications that do not fit say how much they need, how much there may be, and where to ask for more', () => {
  expect(vcpuShortage(preflightOf(16, 32), [scaled], 'NONE')).toMatch(
    /^At their most, the applications need 20 vCPUs. The AWS account may have 16 on-demand vCPUs. Ask AWS for more: https/,
  )
  expect(vcpuShortage(preflightOf(16, 3), [scaled], 'HALF_OR_LESS')).toContain(
    'may have 19 on-demand and Spot vCPUs.',
  )
})

it('all applications of the environment count, by schedules too', () => {
  const entry = { start: '0 8 * * *', end: '0 20 * * *', timeZone: 'UTC', processes: 7 }
  const scheduled = { cpu: 1, count: 0, schedule: [entry] }
  expect(vcpuShortage(preflightOf(26), [scaled, scheduled], 'NONE')).toContain('need 27 vCPUs')
  expect(vcpuShortage(preflightOf(27), [scaled, scheduled], 'NONE')).toBeUndefined()
})

it('nothing is said of quotas that AWS did not tell', () => {
  expect(vcpuShortage(undefined, [scaled], 'NONE')).toBeUndefined()
  expect(vcpuShortage(preflightOf(16), [scaled], 'ALL')).toBeUndefined()
})
