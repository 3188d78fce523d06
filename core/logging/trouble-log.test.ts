import { describe, expect, it } from 'vitest'
import { createLogger } from './logger'
import { VirtualClock } from '../../tests/builders/virtual-clock'
import { TroubleLog } from './trouble-log'

function start() {
  const lines: { level: number; msg: string; reason?: string; failures: number }[] = []
  const log = createLogger('test', 'info', { write: (line) => lines.push(JSON.parse(line) as never) })
  const clock = new VirtualClock()
  const trouble = new TroubleLog(log, clock, { trouble: 'It fails.', recovery: 'It works again.' })
  return { lines, clock, trouble }
}

describe('the log of a trouble', () => {
  it('says it at once, again with another reason, and once a minute', async () => {
    const { lines, clock, trouble } = start()
    for (let second = 0; second < 150; second++) {
      trouble.failed(second < 130 ? 'refused' : 'unreachable')
      await clock.advance(1000)
    }
    expect(lines.map(({ reason, failures }) => [reason, failures])).toEqual([
      ['refused', 1],
      ['refused', 61],
      ['refused', 121],
      ['unreachable', 131],
    ])
    expect(lines.every(({ level, msg }) => level === 40 && msg === 'It fails.')).toBe(true)
  })

  it('says that it is over, once, and only if it was said to be there', () => {
    const { lines, trouble } = start()
    trouble.recovered()
    trouble.failed('refused')
    trouble.recovered()
    trouble.recovered()
    expect(lines.map(({ msg }) => msg)).toEqual(['It fails.', 'It works again.'])
  })
})
