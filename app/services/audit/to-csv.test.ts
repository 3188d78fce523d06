import { describe, expect, it } from 'vitest'
import { toCsv } from './to-csv'

describe('toCsv', () => {
  it('quotes what would break a line or a cell, and ends every line as the RFC says', () => {
    expect(
      toCsv([
        ['a', 'b,c'],
        ['say "hi"', 'two\nlines'],
      ]),
    ).toBe('a,"b,c"\r\n"say ""hi""","two\nlines"\r\n')
  })

  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\n=1', '\r=1', '＝1+1', '＠SUM(A1)'])(
    'makes no formula of %j',
    (value) => {
      expect(toCsv([[value]])).toMatch(/^"?'/)
    },
  )
})
