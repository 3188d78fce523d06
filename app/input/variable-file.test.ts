import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { DomainError } from '../../core/errors'
import { parseVariableFile } from './variable-file'

const refusalOf = (text: string) => {
  try {
    return parseVariableFile(text, 'variableFile')
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
        expect(parseVariableFile(lines.join(lineEnd), 'variableFile')).toEqual({ ...variables })
      }),
    )
  })

  it('gives back plain values and those in single quotes over several lines', () => {
    const plain = fc
      .string({ maxLength: 40 })
      .filter((value) => !/["'`#\r\n]/.test(value) && value === value.trim())
    const quoted = fc.string({ unit: fc.constantFrom('a', '"', '\n', '\\', '#', '=', ' '), maxLength: 40 })
    fc.assert(
      fc.property(plain, quoted, (one, other) => {
        const file = `A=${one}\nB='${other}'\nC=\`${other}\`\nD=`
        expect(parseVariableFile(file, 'variableFile')).toEqual({ A: one, B: other, C: other, D: '' })
      }),
    )
  })

  it('is read as people write it', () => {
    const key = '-----BEGIN KEY-----\nabc=\n-----END KEY-----'
    const file = `\uFEFFA = two words # c\n B=a=b#c\nexport C='$A \\n'\nD="${key}"\nD2="x" # y\nA=again`
    expect(parseVariableFile(file, 'variableFile')).toEqual({
      A: 'again',
      B: 'a=b#c',
      C: '$A \\n',
      D: key,
      D2: 'x',
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
