import fc from 'fast-check'
import { expect, it } from 'vitest'
import { afterWrongCode, codeWaitMilliseconds, wrongCodesAt } from './code-wait'

const second = 1000
const day = 24 * 3_600 * second
const year = 365 * day

/** How many wrong codes somebody can try within a year who waits `patience()` longer than they must each time. */
function countTries(patience: () => number): number {
  let [now, forgivenEpoch, tries] = [0, 0, 0]
  while (now < year) {
    tries += 1
    forgivenEpoch = afterWrongCode(now, forgivenEpoch)
    const triedAt = now
    now += 1
    // The wait gets shorter while codes are forgiven.
    while (now - triedAt < codeWaitMilliseconds(wrongCodesAt(now, forgivenEpoch)))
      now = Math.min(
        triedAt + codeWaitMilliseconds(wrongCodesAt(now, forgivenEpoch)),
        nextForgiven(now, forgivenEpoch),
      )
    now += patience()
  }
  return tries
}

/** The next moment at which there is a wrong code less. */
const nextForgiven = (now: number, forgivenEpoch: number) =>
  forgivenEpoch - (wrongCodesAt(now, forgivenEpoch) - 1) * day

/** Of the codes of `apps` authenticator apps, with one step before and after that are taken too. */
const probabilityOf = (tries: number, apps: number) => 1 - (1 - (3 * apps) / 1_000_000) ** tries

it('lets somebody who knows the password try fewer than 400 codes a year: 0.12 % get in, with ten apps 1.2 %', () => {
  const tries = countTries(() => 0)
  expect(tries).toBeGreaterThan(365)
  expect(tries).toBeLessThan(400)
  expect(probabilityOf(tries, 1)).toBeLessThan(0.0012)
  expect(probabilityOf(tries, 10)).toBeLessThan(0.012)
})

it('gives nobody more tries for waiting in between, however they do it', () => {
  const patience = fc.infiniteStream(
    fc.oneof(fc.constant(0), fc.integer({ max: 3 * day, min: 0 }), fc.integer({ max: 40 * day, min: 0 })),
  )
  fc.assert(
    fc.property(patience, (stream) => {
      expect(countTries(() => stream.next().value)).toBeLessThan(400)
    }),
  )
})

it('waits two seconds for a while, then ever longer, and never more than a day', () => {
  const waits = Array.from({ length: 40 }, (_, wrong) => codeWaitMilliseconds(wrong) / second)
  expect(waits.slice(0, 9)).toEqual([2, 2, 2, 2, 2, 60, 120, 240, 480])
  expect(waits).toEqual([...waits].sort((a, b) => a - b))
  expect(waits.at(-1)).toBe(24 * 3_600)
})

it('forgives one wrong code a day', () => {
  let forgivenEpoch = 0
  for (let wrong = 1; wrong <= 3; wrong++) forgivenEpoch = afterWrongCode(wrong * second, forgivenEpoch)
  const at = (moment: number) => wrongCodesAt(second + moment, forgivenEpoch)
  expect([at(2 * second), at(day - 1), at(day), at(2 * day), at(3 * day), at(30 * day)]).toEqual([
    3, 3, 2, 1, 0, 0,
  ])
})
