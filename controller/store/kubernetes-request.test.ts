import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readJsonLines } from './kubernetes-request'

async function* inChunks(bytes: Buffer, sizes: number[]): AsyncGenerator<Buffer> {
  for (let start = 0, index = 0; start < bytes.length; index++) {
    const end = start + (sizes[index % sizes.length] ?? 1)
    yield bytes.subarray(start, end)
    start = end
  }
}

describe('readJsonLines', () => {
  it('gives the same values however the bytes are cut', async () => {
    const sizes = fc.array(fc.integer({ min: 1, max: 20 }), { minLength: 1 })
    const values = fc.array(fc.record({ text: fc.string({ unit: 'binary' }), number: fc.integer() }))
    await fc.assert(
      fc.asyncProperty(values, sizes, async (sent, cuts) => {
        const bytes = Buffer.from(sent.map((value) => `${JSON.stringify(value)}\n`).join(''))
        const received: unknown[] = []
        for await (const value of readJsonLines(inChunks(bytes, cuts))) received.push(value)
        expect(received).toEqual(sent)
      }),
    )
  })

  it('keeps no line without end', async () => {
    let sent = 0
    const endless = async function* () {
      for (;;) {
        sent++
        yield Buffer.alloc(1024 * 1024, ' ')
      }
    }
    await expect(readJsonLines(endless()).next()).rejects.toThrow('a line without end')
    expect(sent).toBeLessThan(10)
  })

  it('throws what breaks the stream, after what came before', async () => {
    const broken = async function* () {
      yield Buffer.from('1\n2\n{"half":')
      throw new Error('reset')
    }
    const received: unknown[] = []
    const reading = (async () => {
      for await (const value of readJsonLines(broken())) received.push(value)
    })()
    await expect(reading).rejects.toThrow('reset')
    expect(received).toEqual([1, 2])
  })
})
