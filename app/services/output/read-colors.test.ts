import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { toPrintable } from '../../../core/output/printable'
import { readColors } from './read-colors'

const red = '\u001b[31m'
const end = '\u001b[0m'

describe('the colors of a line', () => {
  it('are the parts that its program colors, bright or bold ones too', () => {
    expect(readColors(`${red}ERROR${end} at \u001b[1;92mshop\u001b[0m \u001b[90m(12 ms)\u001b[39m`)).toEqual([
      { text: 'ERROR', color: 'red' },
      { text: ' at ' },
      { text: 'shop', color: 'green', isBold: true },
      { text: ' ' },
      { text: '(12 ms)', color: 'gray' },
    ])
  })

  it('are nothing where it uses none, or only what a terminal would obey otherwise', () => {
    for (const line of ['plain', `\u001b[2Kplain`, `\u001b[37mwhite${end}`, ''])
      expect(readColors(line)).toBeUndefined()
  })

  it('are left out of a line with very many', () => {
    expect(readColors(`${red}a${end}b`.repeat(1000))).toBeUndefined()
  })

  it('leave the text as it is without them, and nothing in it that a terminal would obey', () => {
    const piece = fc.oneof(
      fc.string({ unit: 'binary-ascii', maxLength: 8 }),
      fc.constantFrom(red, end, '\u001b[1m', '\u001b[38;5;10m', '\u001b[38;2;1;2;3m', '\u001b[', '\u001b[2K'),
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        for (const { text } of readColors(pieces.join('')) ?? []) expect(toPrintable(text)).toBe(text)
      }),
    )
  })
})
