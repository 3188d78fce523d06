import { describe, expect, it } from 'vitest'
import { deploymentStates } from '../../../core/resources/wire-states'
import { timeOf } from './headline'

const { QUEUED, DEPLOYING, LIVE } = deploymentStates
const deployment = (changes: object) => ({
  id: 'd',
  sequence: 1,
  kind: 'patch' as const,
  message: '',
  changes: [],
  isRevertible: false,
  state: QUEUED,
  createdEpoch: 0,
  ...changes,
})

describe('the time of a deployment', () => {
  it.each([
    ['38 s of about 50 s', { state: DEPLOYING, startedEpoch: 2000 }, 50_000],
    ['38 s so far', { state: DEPLOYING, startedEpoch: 2000 }, undefined],
    ['Took 51 s, usually 50 s', { state: LIVE, startedEpoch: 1000, finishedEpoch: 52_000 }, 50_000],
    ['Took 51 s', { state: LIVE, startedEpoch: 1000, finishedEpoch: 52_000 }, undefined],
    [undefined, {}, 50_000],
    [undefined, { kind: 'spot-strategy', state: LIVE, startedEpoch: 1, finishedEpoch: 1 }, 50_000],
  ])('is told as: %s', (told, changes, typical) => {
    expect(timeOf(deployment(changes), typical, 40_000)).toBe(told)
  })
})
