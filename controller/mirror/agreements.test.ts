import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Agreements } from './agreements'

const minute = 60_000
const key = 'Environment/a'

function setUp() {
  const time = { now: 0 }
  const agreements = new Agreements({ monotonic: () => time.now }, () => 0)
  const agree = () => agreements.begin(key)()
  return { time, agreements, agree }
}

describe('what was brought into agreement', () => {
  it('is settled until a side says something else', () => {
    const { agreements, agree } = setUp()
    agreements.saw(key, { revision: '1' })
    expect(agreements.isSettled(key)).toBe(false)
    agreements.saw(key, { resourceVersion: '10' })
    agree()
    expect(agreements.isSettled(key)).toBe(true)
    agreements.saw(key, { revision: '1', resourceVersion: '10' })
    expect(agreements.isSettled(key)).toBe(true)
    agreements.saw(key, { resourceVersion: '11' })
    expect(agreements.isResourceSettled(key)).toBe(false)
    expect(agreements.isRowSettled(key)).toBe(true)
    agree()
    agreements.saw(key, { revision: '2' })
    expect(agreements.isRowSettled(key)).toBe(false)
    expect(agreements.isSettled(key)).toBe(false)
  })

  it('is not settled when its resource went, or its row came back older out of a backup', () => {
    const { agreements, agree } = setUp()
    agreements.saw(key, { revision: '2', resourceVersion: '10' })
    agree()
    agreements.sawNoResource(key)
    expect(agreements.isSettled(key)).toBe(false)
    agree()
    agreements.saw(key, { revision: '1' })
    expect(agreements.isSettled(key)).toBe(false)
  })

  it('is looked at again while it waits, whenever something may have been missed, and within an hour in any case', () => {
    const { time, agreements, agree } = setUp()
    for (const waits of ['isPending', 'isTimely']) {
      agreements.saw(key, { revision: '1', [waits]: true })
      agree()
      expect(agreements.isSettled(key)).toBe(false)
      agreements.saw(key, { revision: '1', [waits]: false })
      expect(agreements.isSettled(key)).toBe(true)
    }
    time.now += 29 * minute
    expect(agreements.isSettled(key)).toBe(true)
    time.now += minute
    expect(agreements.isSettled(key)).toBe(false)
    agree()
    agreements.doubt(() => true)
    expect(agreements.isSettled(key)).toBe(false)
  })

  it('is not what was heard while it was read', () => {
    fc.assert(
      fc.property(fc.constantFrom('revision', 'resourceVersion'), fc.string(), fc.string(), (side, a, b) => {
        const { agreements } = setUp()
        agreements.saw(key, { [side]: a })
        const agree = agreements.begin(key)
        agreements.saw(key, { [side]: b })
        agree()
        expect(agreements.isSettled(key)).toBe(a === b)
      }),
    )
  })

  it('is forgotten with its row and its resource', () => {
    const { agreements, agree } = setUp()
    agreements.saw(key, { revision: '1', resourceVersion: '10' })
    agree()
    agreements.keepOnly(new Set())
    expect(agreements.isSettled(key)).toBe(true)
    agreements.sawNoResource(key)
    agree()
    agreements.keepOnly(new Set([key]))
    expect(agreements.isSettled(key)).toBe(true)
    agreements.keepOnly(new Set())
    expect(agreements.isSettled(key)).toBe(false)
  })
})
