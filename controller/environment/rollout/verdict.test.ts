import { describe, expect, it } from 'vitest'
import type { AgentProcess } from '../../../core/agent/protocol'
import type { ProcessStatus } from '../../../core/resources/environment'
import { buildApplicationSpec, buildProcess } from '../../../tests/builders/environment-parts'
import { defaultLimits } from '../policy'
import type { Demand } from '../workload/goal'
import { findFailure, type Observations } from './verdict'

const demand: Demand = {
  key: 'web@1',
  releaseId: '1',
  deployment: 'deployment-1',
  isNew: true,
  application: buildApplicationSpec('web'),
}

const report = (changes: Partial<AgentProcess>): AgentProcess => ({
  id: 'p',
  state: 'starting',
  ports: [],
  restarts: 0,
  ...changes,
})

const judge = (process: Partial<ProcessStatus>, observed: Partial<Observations>) =>
  fail(process, observed)?.message

const fail = (process: Partial<ProcessStatus>, observed: Partial<Observations>) =>
  findFailure(
    [
      {
        demand,
        kept: [buildProcess('p', { healthyEpoch: undefined, phase: 'Starting', ...process })],
        missing: 0,
        isServed: false,
      },
    ],
    {
      now: 0,
      reportOf: () => undefined,
      digestOf: () => undefined,
      waitedSeconds: () => 0,
      refusedSince: () => undefined,
      failedLoadBalancers: new Set(),
      unplaced: [],
      fleetShortSince: undefined,
      lastRefusal: undefined,
      ...observed,
    },
    defaultLimits,
  )

describe('the verdict on a deployment', () => {
  it('gives a process 60 seconds from its first start', () => {
    const reportOf = () => report({ message: 'GET /health answered 503.' })
    expect(judge({ startedEpoch: 0 }, { now: 60_000, reportOf })).toBeUndefined()
    expect(judge({ startedEpoch: 0 }, { now: 60_001, reportOf })).toBe(
      'web (version 1) was not healthy within 60 seconds of its start. GET /health answered 503.',
    )
  })

  it('brings what the process that is to blame printed last', () => {
    const reportOf = () => report({ output: ['There is no database'] })
    expect(fail({ startedEpoch: 0 }, { now: 60_001, reportOf })).toMatchObject({
      output: ['There is no database'],
    })
  })

  it('fails when what a process needs to start cannot be had for a minute', () => {
    const reportOf = () => report({ message: 'It waits for a secret: no.' })
    const late = defaultLimits.pullSeconds * 1000
    expect(judge({ requestedEpoch: 0, startedEpoch: undefined }, { now: late, reportOf })).toBeUndefined()
    expect(judge({ requestedEpoch: 0, startedEpoch: undefined }, { now: late + 1, reportOf })).toBe(
      'web (version 1) could not be started. It waits for a secret: no.',
    )
  })

  it('takes no process of other bytes than the rest of its version', () => {
    const digest = (digit: string) => `sha256:${digit.repeat(64)}`
    const reportOf = () => report({ digest: digest('a') })
    expect(judge({ startedEpoch: 0 }, { reportOf, digestOf: () => digest('a') })).toBeUndefined()
    expect(judge({ startedEpoch: 0 }, { reportOf, digestOf: () => digest('b') })).toMatch(
      /^web \(version 1\) is not the same everywhere: its tag was moved/,
    )
  })

  it('holds no silence of an agent against it', () => {
    expect(judge({ startedEpoch: 0 }, { now: 600_000, reportOf: () => undefined })).toBeUndefined()
  })

  it('gives an image five minutes to be pulled', () => {
    const reportOf = () => report({ state: 'pulling' })
    const process = { startedEpoch: undefined, requestedEpoch: 0 }
    expect(judge(process, { now: 300_000, reportOf })).toBeUndefined()
    expect(judge(process, { now: 300_001, reportOf })).toContain(
      'could not be started within 5 minutes: the image sdo/sample:1 was not pulled.',
    )
  })

  it('gives a registry that refuses a pull half a minute', () => {
    const message = 'The image sdo/sample:1 could not be pulled: it does not exist.'
    const reportOf = () => report({ state: 'pulling', message })
    const process = { startedEpoch: undefined, requestedEpoch: 0 }
    expect(judge(process, { now: 30_000, reportOf })).toBeUndefined()
    expect(judge(process, { now: 30_001, reportOf })).toBe(
      `web (version 1) could not be started. ${message} Check that the image exists and may be pulled.`,
    )
  })

  it('does not wait for one that keeps crashing, also if it was healthy in between', () => {
    expect(judge({ healthyEpoch: 1 }, { reportOf: () => report({ restarts: 3 }) })).toBe(
      'web (version 1) crashed 3 times before it was in service.',
    )
    expect(judge({}, { reportOf: () => report({ restarts: 2 }) })).toBeUndefined()
  })

  it('gives a load balancer ten minutes to let a healthy process in', () => {
    const observed = { reportOf: () => report({ state: 'healthy' }) }
    const process = { healthyEpoch: 0, phase: 'Healthy' as const }
    expect(judge(process, { ...observed, waitedSeconds: () => 600 })).toBeUndefined()
    expect(judge(process, { ...observed, waitedSeconds: () => 600.001 })).toContain(
      'its load balancer did not accept it within 10 minutes',
    )
  })

  it('gives a load balancer that finds fault with a process a minute, and tells what it said', () => {
    const message = 'Its load balancer was answered 400 to GET /health on port 80.'
    const observed = {
      reportOf: () => report({ state: 'healthy' }),
      refusedSince: () => 30_000,
    }
    const process = { healthyEpoch: 0, phase: 'Healthy' as const, message }
    expect(judge(process, { ...observed, now: 90_000 })).toBeUndefined()
    expect(judge(process, { ...observed, now: 90_001 })).toBe(
      `web (version 1) is healthy, but gets no requests. ${message}`,
    )
  })

  it('fails at once for what never fits, and after ten minutes for what finds no capacity', () => {
    const unplaced = [{ demand, reason: 'Unplaceable' as const, message: 'Too large.', isFinal: true }]
    expect(judge({}, { unplaced })).toBe('web (version 1) cannot be placed on any instance. Too large.')
    const none = { demand, reason: 'InsufficientCapacity' as const, message: 'None left.', isFinal: false }
    const short = { unplaced: [none], fleetShortSince: 0 }
    expect(judge({}, { ...short, now: 600_000 })).toBeUndefined()
    expect(judge({}, { ...short, now: 600_001 })).toContain('None left.')
    expect(fail({}, { unplaced })?.reason).toBe('Unplaceable')
    expect(fail({}, { ...short, now: 600_001 })?.reason).toBe('InsufficientCapacity')
  })

  it('says why no instance could be had', () => {
    const lastRefusal = { reason: 'QuotaExceeded' as const, message: 'The quota is used up.' }
    expect(fail({}, { now: 600_001, fleetShortSince: 0, lastRefusal })).toEqual({
      reason: 'QuotaExceeded',
      message: 'AWS did not provide the instances it needs within 10 minutes. The quota is used up.',
    })
  })
})
