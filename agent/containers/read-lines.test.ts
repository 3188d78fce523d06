import { Readable } from 'node:stream'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readLines } from './read-lines'

const linesOf = async (chunks: Buffer[], maxLength: number): Promise<string[]> => {
  const lines: string[] = []
  for await (const line of readLines(Readable.from(chunks), maxLength)) lines.push(line)
  return lines
}

describe('reading lines', () => {
  it('gives the beginning of each, however the bytes are cut', async () => {
    const lines = fc.array(fc.string({ unit: 'binary' }).map((line) => line.replaceAll('\n', '')))
    const cuts = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1 })
    await fc.assert(
      fc.asyncProperty(lines, cuts, fc.integer({ min: 1, max: 50 }), async (sent, sizes, maxLength) => {
        const bytes = Buffer.from(sent.map((line) => `${line}\n`).join(''))
        const chunks: Buffer[] = []
        for (let start = 0, index = 0; start < bytes.length; index++) {
          const end = start + (sizes[index % sizes.length] ?? 1)
          chunks.push(bytes.subarray(start, end))
          start = end
        }
        expect(await linesOf(chunks, maxLength)).toEqual(sent.map((line) => line.slice(0, maxLength)))
      }),
    )
  })

  it('keeps no more of a line without end than is wanted', async () => {
    const chunks = Array.from({ length: 2000 }, () => Buffer.alloc(1000, 'x'))
    expect(await linesOf([...chunks, Buffer.from('\nlast')], 10)).toEqual(['x'.repeat(10), 'last'])
  })
})
