import { Readable } from 'node:stream'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readBounded, TooMuchToReadError } from './read-bounded'

describe('reading with a bound', () => {
  it('gives what came, however it was cut, or says that it was too much', async () => {
    const chunks = fc.array(fc.uint8Array({ maxLength: 20 }))
    await fc.assert(
      fc.asyncProperty(chunks, fc.nat(100), async (parts, maxBytes) => {
        const buffers = parts.map((part) => Buffer.from(part))
        const all = Buffer.concat(buffers)
        const reading = readBounded(Readable.from(buffers), maxBytes)
        if (all.length > maxBytes) await expect(reading).rejects.toThrow(TooMuchToReadError)
        else expect(await reading).toBe(all.toString('utf8'))
      }),
    )
  })

  it('ends a stream that does not end', async () => {
    let sent = 0
    const endless = Readable.from(
      (function* () {
        for (;;) yield Buffer.alloc(1000, String(sent++ % 10))
      })(),
    )
    await expect(readBounded(endless, 5000)).rejects.toThrow('it sent more than 5000 bytes')
    expect(endless.destroyed).toBe(true)
    expect(sent).toBeLessThan(100)
  })
})
