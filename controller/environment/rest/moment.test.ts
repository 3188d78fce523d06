import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Moment } from './moment'

const epoch = fc.integer({ min: -1000, max: 1000 })
const question = fc.oneof(
  fc.record({ of: epoch }).map(
    ({ of }) =>
      (moment: Moment) =>
        moment.isPast(of),
  ),
  fc.record({ period: fc.integer({ min: 1, max: 300 }), last: epoch, offset: epoch }).map(
    ({ period, last, offset }) =>
      (moment: Moment) =>
        moment.isTurn(period, last, offset),
  ),
  fc.record({ period: fc.integer({ min: 1, max: 300 }), offset: epoch }).map(
    ({ period, offset }) =>
      (moment: Moment) =>
        moment.beginOfTurn(period, offset),
  ),
)

describe('the time of a pass', () => {
  it('holds for no time at which any of its answers would be another', () => {
    fc.assert(
      fc.property(fc.array(question, { maxLength: 8 }), epoch, epoch, (questions, then, later) => {
        const moment = new Moment(then)
        const answers = questions.map((ask) => ask(moment))
        expect(moment.holdsAt(then)).toBe(true)
        if (moment.holdsAt(later)) expect(questions.map((ask) => ask(new Moment(later)))).toEqual(answers)
      }),
    )
  })

  it('holds up to the time for which something waits, and from then on', () => {
    const before = new Moment(10)
    before.isPast(20)
    expect([5, 19, 20].map((one) => before.holdsAt(one))).toEqual([true, true, false])
    const after = new Moment(30)
    after.isPast(20)
    expect([19, 20, 500].map((one) => after.holdsAt(one))).toEqual([false, true, true])
  })

  it('holds for no other time once somebody has calculated with it, and for all if nobody asked', () => {
    const moment = new Moment(10)
    expect([moment.holdsAt(0), moment.holdsAt(1_000_000)]).toEqual([true, true])
    expect(moment.stamp).toBe(10)
    expect(moment.holdsAt(11)).toBe(true)
    expect(moment.now).toBe(10)
    expect([9, 10, 11].map((one) => moment.holdsAt(one))).toEqual([false, true, false])
  })
})
