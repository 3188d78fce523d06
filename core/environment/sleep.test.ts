import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { SleepAct } from './sleep-schemas'
import { sleepAt, settleSleep } from './sleep'

const epoch = (text: string) => Date.parse(text)
const nights = {
  timeZone: 'Europe/Paris',
  sleep: '0 20 * * 1-5',
  wake: '0 8 * * 1-5',
  setEpoch: epoch('2026-11-23T12:00:00Z'),
}
const isAsleep = (sleep: Parameters<typeof sleepAt>[0], at: string) => sleepAt(sleep, epoch(at)).isAsleep

const crons = ['0 20 * * *', '0 8 * * *', '30 2 * * *', '0 20 * * 5', '0 8 * * 1', '*/30 * * * *']
const from = epoch('2026-10-01')
const moments = fc.integer({ min: from, max: epoch('2027-01-01') })
const schedules = fc.record({
  timeZone: fc.constantFrom('UTC', 'Europe/Paris', 'Asia/Kolkata', 'America/New_York'),
  sleep: fc.constantFrom(...crons),
  wake: fc.constantFrom(...crons),
  setEpoch: moments,
})
const acts = fc.record({
  isAsleep: fc.boolean(),
  epoch: moments,
  by: fc.constantFrom<SleepAct['by']>('person', 'deployment', 'idle'),
})
const sleeps = fc.record({ schedule: schedules, lastAct: acts }, { requiredKeys: [] })

describe('whether an environment sleeps', () => {
  it('is decided by its schedule, by the clock of its place, over a weekend too', () => {
    const sleep = { schedule: nights }
    expect(isAsleep(sleep, '2026-11-26T18:59:00Z')).toBe(false)
    expect(sleepAt(sleep, epoch('2026-11-26T19:00:00Z'))).toEqual({
      isAsleep: true,
      decidedBy: { isAsleep: true, epoch: epoch('2026-11-26T19:00:00Z'), by: 'schedule' },
      untilEpoch: epoch('2026-11-27T07:00:00Z'),
    })
    expect(isAsleep(sleep, '2026-11-27T07:00:00Z')).toBe(false)
    expect(isAsleep(sleep, '2026-11-29T12:00:00Z')).toBe(true)
  })

  it('is decided by who acted since, until the schedule comes again', () => {
    const woken = { isAsleep: false, epoch: epoch('2026-11-26T22:00:00Z'), by: 'person' as const }
    const sleep = { schedule: nights, lastAct: woken }
    expect(isAsleep(sleep, '2026-11-27T03:00:00Z')).toBe(false)
    expect(isAsleep(sleep, '2026-11-27T20:00:00Z')).toBe(true)
    expect(sleepAt({ lastAct: woken }, 0)).toEqual({ isAsleep: false, decidedBy: woken })
  })

  it('is never decided by a time before the schedule was set', () => {
    const sleep = { schedule: { ...nights, setEpoch: epoch('2026-11-26T22:00:00Z') } }
    expect(isAsleep(sleep, '2026-11-27T03:00:00Z')).toBe(false)
    expect(isAsleep(sleep, '2026-11-27T20:00:00Z')).toBe(true)
  })

  it('is no, where nothing was ever said, and where a hand wrote no times', () => {
    expect(sleepAt({}, 0)).toEqual({ isAsleep: false })
    for (const broken of [{ timeZone: 'Nowhere' }, { sleep: '99 * * * *' }, { wake: '0 0 31 2 *' }])
      expect(sleepAt({ schedule: { ...nights, ...broken } }, Date.now())).toEqual({ isAsleep: false })
  })

  it('stays as it is until the moment that is told, and becomes otherwise then, but for two at once', () => {
    fc.assert(
      fc.property(sleeps, moments, fc.nat(1000), (sleep, at, share) => {
        const { isAsleep, untilEpoch } = sleepAt(sleep, at)
        expect(untilEpoch === undefined).toBe(sleep.schedule === undefined)
        // Who acts is not ahead of the time.
        if (untilEpoch === undefined || (sleep.lastAct?.epoch ?? 0) > at) return
        const between = at + Math.floor(((untilEpoch - 1 - at) * share) / 1000)
        expect(sleepAt(sleep, between).isAsleep).toBe(isAsleep)
        if (isAsleep && untilEpoch > (sleep.schedule?.setEpoch ?? 0))
          expect(sleepAt(sleep, untilEpoch).isAsleep).toBe(false)
      }),
    )
  })

  it('is what the newest of schedule and acts says, whatever was before', () => {
    fc.assert(
      fc.property(sleeps, acts, moments, (sleep, act, at) => {
        const { decidedBy } = sleepAt(sleep, at)
        if ((decidedBy?.epoch ?? 0) > act.epoch) return
        expect(sleepAt({ ...sleep, lastAct: act }, at)).toMatchObject(
          (sleepAt({ schedule: sleep.schedule }, at).decidedBy?.epoch ?? 0) > act.epoch
            ? {}
            : { isAsleep: act.isAsleep, decidedBy: act },
        )
      }),
    )
  })

  it('is not changed by a change of the schedule', () => {
    fc.assert(
      fc.property(sleeps, fc.option(schedules, { nil: undefined }), moments, (sleep, schedule, at) => {
        const known = { ...sleep, ...(sleep.lastAct && { lastAct: { ...sleep.lastAct, epoch: from } }) }
        const { isAsleep, decidedBy } = sleepAt(known, at)
        const changed = settleSleep(known, schedule, at)
        expect(sleepAt(changed, at)).toMatchObject({ isAsleep, ...(decidedBy && { decidedBy }) })
      }),
    )
  })
})
