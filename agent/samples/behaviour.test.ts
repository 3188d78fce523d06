import { describe, expect, it } from 'vitest'
import { behaviourOf } from './behaviour'

describe('the tags of the sample', () => {
  it.each(['1', '2', '3.1'])('answer healthy from the start with %s', (tag) => {
    expect(behaviourOf(tag).healthStatus(0)).toBe(200)
    expect(behaviourOf(tag).crashAfterMs).toBeUndefined()
  })

  it('are never healthy with broken', () => {
    expect(behaviourOf('broken').healthStatus(3_600_000)).toBe(500)
  })

  it('are healthy after 20 seconds with slow', () => {
    expect(behaviourOf('slow').healthStatus(19_999)).toBe(503)
    expect(behaviourOf('slow').healthStatus(20_000)).toBe(200)
  })

  it('end after 15 seconds with crash', () => {
    expect(behaviourOf('crash')).toMatchObject({ crashAfterMs: 15_000 })
  })
})
