import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isAtLeast, levels, toLevel } from './levels'
import { isContinued, readLine } from './read-line'

describe('a line', () => {
  it.each([
    [
      '{"level":30,"time":1,"msg":"up","port":8080}',
      'info',
      'up',
      [
        ['time', '1'],
        ['port', '8080'],
      ],
    ],
    ['{"severity":"WARNING","message":"slow"}', 'warn', 'slow', []],
    ['{"levelname":"CRITICAL","event":"down","at":{"a":1}}', 'fatal', 'down', [['at', '{"a":1}']]],
    ['{"a":null}', undefined, '', [['a', 'null']]],
  ])('of JSON is its level, its message and its other fields: %s', (text, level, message, fields) => {
    expect(readLine(text)).toEqual({ ...(level && { level }), message, fields })
  })

  it.each([
    ['2026-11-26 ERROR no connection', 'error'],
    ['time=1 level=warn msg="slow"', 'warn'],
    ['[Warning] lower case says nothing', undefined],
    [`${'x'.repeat(100)} ERROR far from the beginning`, undefined],
    ['GET /errors 200', undefined],
    ['{"level":"error"', undefined],
  ])('of plain text has the level that it begins with, and stays whole: %s', (text, level) => {
    expect(readLine(text)).toEqual({ ...(level && { level }), message: text })
  })

  it('is understood without a fault, whatever was printed', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
        const { message, level } = readLine(text)
        expect(typeof message).toBe('string')
        if (level !== undefined) expect(levels).toContain(level)
      }),
    )
  })

  it.each([
    ['    at main (app.js:1:2)', true],
    ['Caused by: java.io.IOException', true],
    ['', false],
    ['Error: no', false],
  ])('goes on with the one before it where it is of a stack trace: "%s"', (text, isSo) => {
    expect(isContinued(text)).toBe(isSo)
  })
})

it('levels are in order, whatever loggers call them', () => {
  expect([5, 10, 29, 60, 900].map(toLevel)).toEqual([undefined, 'trace', 'debug', 'fatal', 'fatal'])
  expect(['Err', 'constructor', '', 'severe'].map(toLevel)).toEqual(['error', undefined, undefined, 'error'])
  expect(isAtLeast('error', 'warn')).toBe(true)
  expect(isAtLeast('info', 'warn')).toBe(false)
  expect(isAtLeast(undefined, 'trace')).toBe(false)
})
