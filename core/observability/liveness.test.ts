import { describe, expect, it } from 'vitest'
import { VirtualClock } from '../../tests/builders/virtual-clock'
import { LivenessBoard } from './liveness'

function start() {
  const clock = new VirtualClock()
  const board = new LivenessBoard(clock)
  const stop = new AbortController()
  return { clock, board, stop, watch: board.expect('watch Environment', 360, stop.signal) }
}

describe('what this process depends on', () => {
  it('is a fault until it answers for the first time, with the reason', async () => {
    const { clock, board, watch } = start()
    expect(board.faults()).toEqual(['watch Environment has not answered yet, for 0 s.'])
    watch.failed('You may not list environments.')
    await clock.advance(3000)
    expect(board.faults()).toEqual([
      'watch Environment has not answered yet, for 3 s. You may not list environments.',
    ])
    watch.progressed()
    expect(board.faults()).toEqual([])
  })

  it('is a fault when it fails for longer than a moment', async () => {
    const { clock, board, watch } = start()
    watch.progressed()
    watch.failed('ECONNREFUSED')
    expect(board.faults()).toEqual([])
    await clock.advance(11_000)
    expect(board.faults()).toEqual(['watch Environment fails for 11 s. ECONNREFUSED'])
    expect(board.states()).toEqual([
      ['watch Environment', { silentSeconds: 11, failures: 1, isFailing: true }],
    ])
    watch.progressed()
    expect(board.faults()).toEqual([])
  })

  it('is a fault when it says nothing for too long, whatever the time of day', async () => {
    const { clock, board, watch } = start()
    watch.progressed()
    clock.set(3_600_000)
    expect(board.faults()).toEqual([])
    await clock.advance(361_000)
    expect(board.faults()).toEqual(['watch Environment is silent for 361 s.'])
  })

  it('is nobody’s concern once nobody waits for it, and its failures stay counted', () => {
    const { board, stop, watch } = start()
    watch.failed('away')
    stop.abort()
    expect([board.faults(), board.states()]).toEqual([[], []])
    board.expect('watch Environment', 360, new AbortController().signal)
    expect(board.states()[0]?.[1].failures).toBe(1)
  })
})
