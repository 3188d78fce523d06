import { expect, it } from 'vitest'
import { CloudError, type CloudErrorKind } from '../cloud/cloud'
import { outcomeOfRefusal, defaultRetryLimits } from './cloud-refusal'

const kinds: Record<CloudErrorKind, 'waiting' | 'stalled'> = {
  throttled: 'waiting',
  unavailable: 'waiting',
  'not-yet-allowed': 'waiting',
  platform: 'waiting',
  'insufficient-capacity': 'waiting',
  'dependency-violation': 'waiting',
  'not-found': 'waiting',
  'access-denied': 'stalled',
  'quota-exceeded': 'stalled',
  'account-restricted': 'stalled',
  'type-not-allowed': 'stalled',
  invalid: 'stalled',
}

it('waits for what passes by itself, and asks people for the rest, in words that include the cloud’s own', () => {
  for (const [kind, expected] of Object.entries(kinds)) {
    const outcome = outcomeOfRefusal(new CloudError(kind as CloudErrorKind, 'Said AWS.'), defaultRetryLimits)
    expect(outcome).toMatchObject({ kind: expected, message: expect.stringContaining('Said AWS.') })
    expect(outcome.kind !== 'ready' && outcome.seconds).toBeGreaterThan(0)
  }
})

it('hides no fault of ours', () => {
  expect(() => outcomeOfRefusal(new TypeError('oops'), defaultRetryLimits)).toThrow('oops')
})

it('lets all calls of whoever asked wait when AWS asks to slow down, unless such calls are paced where they are made', () => {
  const throttled = new CloudError('throttled', 'Rate exceeded')
  const { retrySeconds } = defaultRetryLimits
  const paced = outcomeOfRefusal(throttled, defaultRetryLimits, 'paced-where-made')
  expect(paced).toMatchObject({ kind: 'waiting', seconds: retrySeconds })
  expect(paced).not.toHaveProperty('leastSeconds')
  expect(outcomeOfRefusal(throttled, defaultRetryLimits)).toEqual({ ...paced, leastSeconds: retrySeconds })
})
