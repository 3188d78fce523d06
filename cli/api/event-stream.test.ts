import { describe, expect, it } from 'vitest'
import { readEvents } from './event-stream'

async function readAll(...chunks: string[]) {
  const encoder = new TextEncoder()
  const events = []
  for await (const event of readEvents(
    (async function* () {
      for (const chunk of chunks) yield encoder.encode(chunk)
    })(),
  ))
    events.push(event)
  return events
}

describe('readEvents', () => {
  it('puts events together wherever the chunks end', async () => {
    const text =
      'retry: 1000\n\nevent: log\nid: 7\ndata: {"a":\ndata: 1}\n\n: here\n\nevent: end\ndata: {}\n\n'
    const expected = [
      { name: 'log', id: '7', data: '{"a":\n1}' },
      undefined,
      { name: 'end', id: '7', data: '{}' },
    ]
    expect(await readAll(text)).toEqual(expected)
    expect(await readAll(...text)).toEqual(expected)
  })

  it('takes every kind of line end, and leaves out an event that was cut off', async () => {
    expect(await readAll('data: 1\r\n\r\ndata: 2\n\ndata: 3')).toEqual([
      { name: '', id: '', data: '1' },
      { name: '', id: '', data: '2' },
    ])
  })

  it('gives up on an event that has no end', async () => {
    await expect(
      readAll('data: ', ...Array.from({ length: 5 }, () => 'x'.repeat(1_000_000))),
    ).rejects.toThrow('long')
  })
})
