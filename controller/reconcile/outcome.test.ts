import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CloudError } from '../cloud/cloud'
import { defaultRetryLimits, outcomeOfRefusal } from './cloud-refusal'
import { joinOutcomes, ready, stalled, waiting } from './outcome'

const working = (seconds: number) => waiting('Working', 'It goes on.', seconds)
const refused = stalled('QuotaExceeded', 'Ask for more.', 15)
const throttled = outcomeOfRefusal(new CloudError('throttled', 'Rate exceeded'), defaultRetryLimits)

describe('outcomes that are joined', () => {
  it('are ready only together', () => {
    expect(joinOutcomes([])).toEqual(ready)
    expect(joinOutcomes([ready, ready])).toEqual(ready)
    expect(joinOutcomes([ready, working(1)])).toEqual(working(1))
  })

  it('are as the gravest, and looked at as soon as the most urgent', () => {
    expect(joinOutcomes([working(1), refused, ready])).toEqual({ ...refused, seconds: 1 })
  })

  it('are not looked at sooner than AWS asked one of them to wait, however urgent the others are', () => {
    fc.assert(
      fc.property(fc.array(fc.double({ min: 0, max: 60, noNaN: true })), fc.nat(), (seconds, place) => {
        const outcomes = seconds.map(working)
        outcomes.splice(place % (outcomes.length + 1), 0, throttled)
        const joined = joinOutcomes(outcomes)
        expect(joined).toMatchObject({ seconds: defaultRetryLimits.retrySeconds })
        // Also where they are joined in groups.
        expect(
          joinOutcomes([joinOutcomes(outcomes.slice(0, place)), joinOutcomes(outcomes.slice(place))]),
        ).toEqual(expect.objectContaining({ seconds: defaultRetryLimits.retrySeconds }))
      }),
    )
  })
})
