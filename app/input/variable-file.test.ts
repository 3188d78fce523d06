import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readVariableFile, writeVariableFile } from '../../core/application/variable-file'
import type { DomainError } from '../../core/errors'
import { most } from '../../core/text/longest'
import { readField } from './rule'
import { variableFileRule } from './variable-file'

const refusalOf = (text: string) => {
  try {
    return readField(variableFileRule, text, 'variableFile')
  } catch (error) {
    const { code, fields } = error as DomainError
    return { code, ...fields }
  }
}

/** How a careful person writes a value. */
const write = (value: string): string =>
  `"${value.replaceAll(/["\\]/g, '\\$&').replaceAll('\n', '\\n').replaceAll('\r', '\\r').replaceAll('\t', '\\t')}"`

const name = fc
  .stringMatching(/^[A-Z_][A-Za-z0-9_]{0,20}$/)
  .filter((each) => !/^(SDO_|AWS_|__proto__)/.test(each))
const values = fc.dictionary(name, fc.string({ unit: 'grapheme', maxLength: 60 }))

describe('a .env file', () => {
  it('gives back what was written into it, in double quotes, with comments and blank lines between', () => {
    fc.assert(
      fc.property(values, fc.boolean(), fc.constantFrom('\n', '\r\n'), (variables, isExported, lineEnd) => {
        const lines = Object.entries(variables).flatMap(([key, value]) => [
          '  # not KEY=value',
          '',
          `${isExported ? 'export ' : ''}${key}=${write(value)} # why`,
        ])
        expect(readField(variableFileRule, lines.join(lineEnd), 'variableFile')).toEqual({ ...variables })
      }),
    )
  })

  it('gives back plain values and those in single quotes over several lines', () => {
    const plain = fc
      .string({ maxLength: 40 })
      .filter((value) => !/^["'`]|\s#|[\r\n]/.test(value) && value === value.trim())
    const quoted = fc.string({ unit: fc.constantFrom('a', '"', '\n', '\\', '#', '=', ' '), maxLength: 40 })
    fc.assert(
      fc.property(plain, quoted, (one, other) => {
        const file = `A=${one}\nB='${other}'\nC=\`${other}\`\nD=`
        expect(readField(variableFileRule, file, 'variableFile')).toEqual({
          A: one,
          B: other,
          C: other,
          D: '',
        })
      }),
    )
  })

  it('is read as people write it', () => {
    const key = '-----BEGIN KEY-----\nabc=\n-----END KEY-----'
    const file = `\uFEFFA = two words # c\n B=a=b#c\nexport C='$A \\n'\nD="${key}"\nD2="x" # y\nA=again`
    expect(readField(variableFileRule, file, 'variableFile')).toEqual({
      A: 'again',
      B: 'a=b#c',
      C: '$A \\n',
      D: key,
      D2: 'x',
    })
  })

  it('is the same after it was written out and read back, and nothing in it is odd', () => {
    const anything = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 60 }),
      fc.string({
        unit: fc.constantFrom('a', '"', "'", '`', '\n', '\\', '#', '=', ' ', '$', '{', '\r', '\t'),
      }),
    )
    fc.assert(
      fc.property(fc.dictionary(name, anything), (variables) => {
        const file = writeVariableFile(variables)
        expect(readField(variableFileRule, file, 'variableFile')).toEqual({ ...variables })
        expect(readVariableFile(file).flatMap(({ notes }) => notes)).toEqual([])
      }),
    )
  })

  it.each([
    ['BRAND=#0a7cff', '#0a7cff'],
    ['URL=https://example.com/#top', 'https://example.com/#top'],
    ['EMPTY= # nothing yet', ''],
    ['EMPTY=', ''],
    ['PLAIN=it is', 'it is'],
    [`JSON='{"a": "b # c"}'`, '{"a": "b # c"}'],
    ['KEY="-----BEGIN\\nabc\\n"', '-----BEGIN\nabc\n'],
    ['PRICE="\\$5"', '$5'],
    ["LITERAL='${DB_USER}\\n'", '${DB_USER}\\n'],
  ])('keeps the value as its writer meant it: %j', (text, value) => {
    expect(readVariableFile(text)).toMatchObject([{ number: 1, value }])
  })

  it.each([
    ['JSON={"a": "b # c"}', 1, '{"a": "b', 'Cut: “# c"}” is a comment.'],
    ['A=1\nDB=postgres://${DB_USER}@db', 2, 'postgres://${DB_USER}@db', 'nothing is put in for ${DB_USER}.'],
    ['DB="$DB_USER"', 1, '$DB_USER', 'nothing is put in for $DB_USER.'],
    ['A=1\nB=2\nA=3', 1, '1', 'Twice: line 3 sets A again, and counts.'],
    ['KEY=BEGIN\\nabc', 1, 'BEGIN\\nabc', '\\n means a tab or line end only in double quotes.'],
    ['WIN="C:\\dir"', 1, 'C:\\dir', '\\d means nothing else.'],
    ['LONG=a\\', 1, 'a\\', 'a \\ at the end joins no lines.'],
  ])('says by its number which line may have been meant in another way: %j', (text, number, value, words) => {
    const odd = readVariableFile(text).filter(({ notes }) => notes.length > 0)
    expect(odd).toMatchObject([{ number, value, notes: [expect.stringContaining(words)] }])
  })

  it('cuts no wrapped base64, and makes no variable of its rest', () => {
    const first = `SECRET=${'QUJD'.repeat(16)}`
    const words = 'Line 2 looks like the rest of the value of SECRET. Put the value in quotes'
    expect(refusalOf(`${first}\nREVG==`)).toMatchObject({ variableFile: expect.stringContaining(words) })
    expect(refusalOf(`${first}\nREVG`)).toMatchObject({ variableFile: 'Line 2 is not NAME=value.' })
    expect(readField(variableFileRule, `SECRET="${'QUJD'.repeat(16)}\nREVG=="`, 'variableFile')).toEqual({
      SECRET: `${'QUJD'.repeat(16)}\nREVG==`,
    })
  })

  it('is read line by line, those that cannot be among them', () => {
    expect(readVariableFile('A=1\n# c\nB\n\nC="2\n3"\nD=\'4')).toMatchObject([
      { number: 1, name: 'A', value: '1' },
      { number: 3, fault: 'Line 3 is not NAME=value.' },
      { number: 5, name: 'C', value: '2\n3' },
      { number: 7, fault: "Line 7: the value of D has no closing '." },
    ])
  })

  it('has a bound on its lines, before any is read', () => {
    const lines = (count: number) => Array(count).fill('A=""').join('\n')
    expect(readField(variableFileRule, lines(most.variableFileLines), 'variableFile')).toEqual({ A: '' })
    expect(refusalOf(lines(most.variableFileLines + 1))).toMatchObject({
      variableFile: expect.stringContaining('at most 2000 lines'),
    })
  })

  it.each([
    ['A=1\nB\nC=2', 'Line 2 is not NAME=value.'],
    ['=x', 'Line 1 is not NAME=value.'],
    ['A: yaml', 'Line 1 is not NAME=value.'],
    ['A="x\ny', 'Line 1: the value of A has no closing ".'],
    ['A="x" y', 'Line 1: something follows the closing " of A.'],
    ['A="x\ny"\n1B=2', 'Line 3: The name of a variable must start with'],
    ['SDO_STOP_URL=x', 'Line 1: The variable SDO_STOP_URL is set by SDO.'],
    ['__proto__=1', 'Line 1: The name of a variable must start with'],
  ])('passes over nothing: %j', (text, words) => {
    expect(refusalOf(text)).toEqual({ code: 'invalid', variableFile: expect.stringContaining(words) })
  })

  it('is read or refused, whatever it is', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('A', '=', '"', "'", '\n', '#', ' ', '\\', '`') }),
        (text) => {
          const read = refusalOf(text)
          expect(typeof read).toBe('object')
        },
      ),
    )
  })
})
