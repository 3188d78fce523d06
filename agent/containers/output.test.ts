import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { longestOutput, longestOutputLine, mostOutputLines } from '../../core/agent/protocol'
import { presentOutput } from './output'

describe('what a container printed last', () => {
  it('is within every bound, and ends where it ended, whatever was printed', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ maxLength: 2000 }), { maxLength: 300 }), (lines) => {
        const shown = presentOutput(lines, {})
        expect(shown.length).toBeLessThanOrEqual(Math.min(lines.length, mostOutputLines))
        for (const line of shown) expect(line.length).toBeLessThanOrEqual(longestOutputLine)
        expect(shown.join('').length).toBeLessThanOrEqual(longestOutput)
        if (lines.length > 0) expect(shown.length).toBeGreaterThan(0)
      }),
    )
  })

  it('shows no value of a variable that opens something, whole or one line of it', () => {
    const environment = {
      DATABASE_PASSWORD: 'correct-horse',
      PRIVATE_KEY: 'first line of it\nsecond line of it',
      STORE: 'postgres://me:battery-staple@db/shop',
      SDO_STOP_URL: 'http://172.18.0.1:40000/stop/abcdefghijklmnopqrstuvwxyz',
      SDO_ENVIRONMENT_NAME: 'Production',
    }
    const printed = [
      'password=correct-horse, connecting to postgres://me:battery-staple@db/shop',
      'second line of it',
      'GET /stop/abcdefghijklmnopqrstuvwxyz in Production',
    ]
    expect(presentOutput(printed, environment)).toEqual([
      'password=(hidden), connecting to (hidden)',
      '(hidden)',
      'GET /stop/(hidden) in Production',
    ])
  })

  it('masks a secret that is colored in the middle, or has something in it that a terminal would obey', () => {
    const printed = ['correct\u001b[31m-horse', 'bell\u0007-horse']
    expect(presentOutput(printed, { TOKEN: 'correct-horse', PASSWORD: 'bell\u0007-horse' })).toEqual([
      '(hidden)',
      '(hidden)',
    ])
  })

  it('masks a secret before a long line is cut', () => {
    const line = `${'x'.repeat(longestOutputLine - 5)}correct-horse`
    expect(presentOutput([line], { TOKEN: 'correct-horse' })[0]).not.toContain('corre')
  })

  it('has nothing in it that a terminal would obey', () => {
    expect(presentOutput(['\u001b[31mred\u001b[0m\u0007 bell\u0000'], {})).toEqual(['red bell'])
  })

  it('shows nothing of what was declared a secret, however it is named, however short, and as programs write it', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1, maxLength: 40, unit: 'grapheme' }), (value) => {
        fc.pre(!/[\r\n]/.test(value) && !'(hidden)'.includes(value))
        const [shown = ''] = presentOutput([`<${value}>`], { COLOUR: value }, ['COLOUR'])
        expect(shown).not.toContain(value)
      }),
    )
    const value = 'p"4/ö'
    const printed = [
      JSON.stringify({ value }),
      encodeURIComponent(value),
      Buffer.from(value).toString('base64'),
    ]
    expect(presentOutput(printed, { COLOUR: value }, ['COLOUR'])).toEqual([
      '{"value":"(hidden)"}',
      '(hidden)',
      '(hidden)',
    ])
  })
})
