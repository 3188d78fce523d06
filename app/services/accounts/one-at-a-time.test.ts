import { describe, expect, it } from 'vitest'
import { oneAtATime } from './one-at-a-time'

describe('work that is done one at a time', () => {
  it('begins when the work before has ended, in the order in which it came', async () => {
    const inTurn = oneAtATime()
    const events: string[] = []
    const work = (name: string) => async () => {
      events.push(`${name} begins`)
      await Promise.resolve()
      events.push(`${name} ends`)
      return name
    }
    expect(await Promise.all([inTurn(work('a')), inTurn(work('b'))])).toEqual(['a', 'b'])
    expect(events).toEqual(['a begins', 'a ends', 'b begins', 'b ends'])
  })

  it('goes on after a failure, which only its own caller learns of', async () => {
    const inTurn = oneAtATime()
    const failing = inTurn(() => Promise.reject(new Error('no')))
    const following = inTurn(() => Promise.resolve('yes'))
    await expect(failing).rejects.toThrow('no')
    expect(await following).toBe('yes')
  })
})
