import { beforeEach, describe, expect, it } from 'vitest'
import { FakeLogStreams } from '../../tests/builders/fake-log-streams'
import { VirtualClock } from '../../tests/builders/virtual-clock'
import { createLineSenders } from './line-sender'

const numbers = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, index) => `line ${from + index}`)

describe('a sender of lines', () => {
  let clock: VirtualClock
  let streams: FakeLogStreams
  const open = () => createLineSenders(streams, clock)({ group: '/sdo/a/b', stream: 'process-1' })
  const sent = () => streams.lines.map(({ text }) => text)
  beforeEach(() => {
    clock = new VirtualClock()
    streams = new FakeLogStreams()
  })

  it('sends what is printed within a second, in its order, with the time at which it was printed', async () => {
    const sender = open()
    const begin = clock.now()
    sender.add('first')
    await clock.advance(300)
    sender.add('second')
    await clock.advance(700)
    expect(streams.lines).toEqual([
      { epoch: begin, text: 'first' },
      { epoch: begin + 300, text: 'second' },
    ])
    sender.add('third')
    await clock.advance(1000)
    expect(sent()).toEqual(['first', 'second', 'third'])
  })

  it('sends many lines in parts that CloudWatch takes, each once', async () => {
    const sender = open()
    for (const line of numbers(0, 1800)) sender.add(line)
    await clock.advance(10_000)
    expect(sent()).toEqual(numbers(0, 1800))
  })

  it('keeps lines while they are refused, the newest of a flood, and sends them afterwards', async () => {
    streams.fault = 'There is no log group.'
    const sender = open()
    for (const line of numbers(0, 3000)) sender.add(line)
    await clock.advance(60_000)
    expect(sent()).toEqual([])
    streams.fault = undefined
    await clock.advance(20_000)
    expect(sent()).toEqual(numbers(1000, 3000))
  })

  it('tells how much was sent, as AWS counts it, and nothing of what was refused', async () => {
    let sentBytes = 0
    streams.fault = 'There is no log group.'
    const sender = createLineSenders(
      streams,
      clock,
      (bytes) => (sentBytes += bytes),
    )({
      group: '/sdo/a/b',
      stream: 'process-1',
    })
    sender.add('zwölf')
    sender.add('')
    await clock.advance(10_000)
    expect(sentBytes).toBe(0)
    streams.fault = undefined
    await clock.advance(10_000)
    expect(sentBytes).toBe(6 + 1 + 2 * 26)
  })

  it('sends what is left at the end at once', async () => {
    const sender = open()
    sender.add('last')
    sender.end()
    await clock.advance(0)
    expect(sent()).toEqual(['last'])
  })

  it('gives up after the end where nobody takes it', async () => {
    streams.fault = 'There is no log group.'
    const sender = open()
    sender.add('last')
    sender.end()
    await clock.advance(60_000)
    streams.fault = undefined
    await clock.advance(60_000)
    expect(sent()).toEqual([])
  })
})
