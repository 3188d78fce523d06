import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { deploymentSteps } from '../../../core/resources/deployment'
import { deploymentStates, outcomes } from '../../../core/resources/wire-states'
import { stepsOf as stepsToTell } from '../../services/deployments/deployment-steps'
import type { Progress } from '../../services/deployments/progress-views'
import { lastAnswer } from './processes'
import { stepsOf } from './steps-of'

const { QUEUED, DEPLOYING, LIVE, FAILED, AWAITING_APPROVAL } = deploymentStates
const { IN_PROGRESS, SUCCESS, FAILURE, FUTURE } = outcomes
const progress: Progress = {
  wanted: 3,
  placed: 3,
  pulled: 3,
  started: 2,
  healthy: 1,
  serving: 0,
  hasPorts: true,
  launching: 1,
  leaving: 0,
}
type Shown = Parameters<typeof stepsToTell>[0]
const show = (told: Shown) => stepsOf({ ...told, steps: stepsToTell(told) })
const tell = (
  state: Shown['deployment']['state'],
  timeline: Shown['timeline'],
  { startedEpoch = 1000, ...more }: Partial<Shown['deployment'] & Pick<Shown, 'progress'>> = {},
) =>
  show({
    deployment: { state, createdEpoch: 0, startedEpoch, finishedEpoch: more.finishedEpoch },
    timeline,
    progress: more.progress,
  }).map(({ label, state: its, message }) =>
    [label, its, message].filter((one) => one !== undefined).join(': '),
  )

describe('the steps of a deployment', () => {
  it('say how long each took, what is waited for, and what comes then', () => {
    const timeline = { network: 1000, instances: 13_000, pulled: 22_000 }
    expect(tell(DEPLOYING, timeline, { progress })).toEqual([
      'Queued: done: 1 s',
      'Network: done: 0 s',
      'Load balancers: running: They become active; AWS takes some minutes for a new one.',
      'Instances: done: 12 s',
      'Pull the images: done: 9 s',
      'Start: running: 2 of 3 started.',
      'Healthy: waiting',
      'Switch over: waiting',
      'Drain old processes: waiting',
    ])
  })

  it('name the step that failed, and those that were not reached', () => {
    const timeline = { network: 1000, instances: 13_000, pulled: 22_000, started: 23_000 }
    expect(tell(FAILED, timeline, { finishedEpoch: 83_000 }).slice(4)).toEqual([
      'Start: done: 1 s',
      'Healthy: failed',
      'Switch over: missed',
      'Drain old processes: missed',
    ])
  })

  it('have a number each for how they stand, as programs read it', () => {
    const outcomesOf = (deployment: Shown['deployment'], timeline: Shown['timeline'] = {}) =>
      stepsToTell({ deployment, timeline, progress }).map(({ outcome }) => outcome)
    const begun = { createdEpoch: 0, startedEpoch: 1000 }
    const timeline = { network: 1000, instances: 13_000, pulled: 22_000 }
    expect([IN_PROGRESS, SUCCESS, FAILURE, FUTURE]).toEqual([0, 1, 2, 3])
    expect(outcomesOf({ state: DEPLOYING, ...begun }, timeline)).toEqual([1, 1, 0, 1, 1, 0, 3, 3, 3])
    expect(outcomesOf({ state: FAILED, ...begun }, timeline)).toEqual([1, 1, 2, 1, 1, 2, 3, 3, 3])
    expect(outcomesOf({ state: QUEUED, createdEpoch: 0 })).toEqual([IN_PROGRESS])
    expect(outcomesOf({ state: AWAITING_APPROVAL, createdEpoch: 0 })).toEqual([FUTURE])
    expect(outcomesOf({ state: FAILED, createdEpoch: 0 })).toEqual([FAILURE])
  })

  it('leave out what there was no need of', () => {
    const removal = { ...progress, wanted: 0, hasPorts: false }
    expect(tell(DEPLOYING, { serving: 2000 }, { progress: removal })).toEqual([
      'Queued: done: 1 s',
      'Switch over: done: 1 s',
      'Drain old processes: running: 0 processes are on their way out.',
    ])
    expect(tell(LIVE, {}, { finishedEpoch: 61_000 })).toEqual([
      'Queued: done: 1 s',
      'Switch over: done: 1 min',
    ])
    expect(show({ deployment: { state: QUEUED, createdEpoch: 0 }, timeline: {} })).toHaveLength(1)
  })

  it('never fail or last below zero, in whatever order things came, and one that is live has no step to go', () => {
    const timelines = fc.record(
      Object.fromEntries(deploymentSteps.map((step) => [step, fc.integer({ min: 1000, max: 90_000 })])),
      { requiredKeys: [] },
    )
    fc.assert(
      fc.property(timelines, fc.constantFrom(DEPLOYING, LIVE, FAILED), (timeline, state) => {
        const finishedEpoch = state === DEPLOYING ? undefined : 100_000
        const told = tell(state, timeline, { finishedEpoch, ...(state === DEPLOYING && { progress }) })
        expect(told.join()).not.toMatch(/NaN|Infinity|-\d/)
        if (state === LIVE) expect(told.filter((step) => !step.includes(': done'))).toEqual([])
      }),
    )
  })
})

describe('the last answer to the health check of a process', () => {
  const process = {
    id: 'p',
    applicationName: 'shop',
    versionName: '2',
    restarts: 0,
    phase: 'Starting' as const,
    healthPath: '/health',
    graceSeconds: 60,
  }
  const message = 'GET /health on port 8080 answered 500.'

  it.each([
    ['23 of 60 s: GET /health on port 8080 answered 500.', { startedEpoch: 0, message }],
    ['23 of 60 s: no answer yet. Started again once.', { startedEpoch: 0, restarts: 1 }],
    [
      'GET /health on port 8080 answered 500. Started again 2 times.',
      { startedEpoch: 0, healthyEpoch: 5, restarts: 2, message },
    ],
    ['Its image is being pulled.', {}],
    ['It is being started.', { pulledEpoch: 1 }],
    ['Not started yet.', { phase: 'Pending' as const }],
    [
      'Its load balancer was answered 400 to GET /health on port 80.',
      {
        startedEpoch: 0,
        phase: 'Healthy' as const,
        message: 'Its load balancer was answered 400 to GET /health on port 80.',
      },
    ],
    ['Healthy.', { startedEpoch: 0, phase: 'Serving' as const }],
    [
      'Healthy: GET /health answered in 12 ms. Started again once.',
      { phase: 'Serving' as const, restarts: 1, healthMilliseconds: 12 },
    ],
  ])('is told as: %s', (told, changes) => {
    expect(lastAnswer({ ...process, ...changes }, 23_000)).toBe(told)
  })

  it('counts no further than there is time', () => {
    expect(lastAnswer({ ...process, startedEpoch: 0 }, 999_000)).toBe('60 of 60 s: no answer yet.')
    expect(lastAnswer({ ...process, graceSeconds: 300, startedEpoch: 0 }, 999_000)).toBe(
      '300 of 300 s: no answer yet.',
    )
  })
})
