import fc from 'fast-check'
import { expect, it } from 'vitest'
import { lastTime, nextTime } from './cron'
import { spanTimes } from './cron-span'

const cron = fc.constantFrom('0 8 * * 1-5', '0 20 * * *', '*/7 * * * *', '30 2 * * *', '0 0 1 1 *')
const spans = fc.record({
  start: cron,
  end: cron,
  timeZone: fc.constantFrom('UTC', 'Europe/Paris', 'America/New_York'),
})
const moments = fc.integer({ min: Date.parse('2026-03-28'), max: Date.parse('2026-03-30') })

it('the times around a moment are those of cron, whichever moments were asked about before', () => {
  fc.assert(
    fc.property(spans, fc.array(moments, { minLength: 1, maxLength: 6 }), (span, asked) => {
      const [starts, ends] = [span.start, span.end].map((text) => ({ cron: text, timeZone: span.timeZone }))
      if (!starts || !ends) throw new Error('two times')
      for (const at of asked)
        expect(spanTimes(span, at)).toEqual({
          startedEpoch: lastTime(starts, at),
          endedEpoch: lastTime(ends, at),
          nextStartEpoch: nextTime(starts, at),
          nextEndEpoch: nextTime(ends, at),
        })
    }),
  )
})

it.each([
  { start: '0 0 30 2 *', end: '0 8 * * *', timeZone: 'UTC' },
  { start: '0 0 * * *', end: '0 8 * * *', timeZone: 'Mars/Olympus' },
])('nothing comes of what cannot be read: $start, $timeZone', (span) => {
  expect(spanTimes(span, Date.parse('2026-03-28'))).toEqual({
    startedEpoch: -Infinity,
    endedEpoch: -Infinity,
    nextStartEpoch: Infinity,
    nextEndEpoch: Infinity,
  })
})
