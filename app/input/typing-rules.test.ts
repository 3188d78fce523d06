import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isTypingRule, typingRules, whyKeptOut, type TypingRuleName } from './typing-rules'

/** The text that is left of keys that are typed one after the other behind `before`, and the last word on one that was kept out. */
function typeKeys(name: TypingRuleName, keys: string, before = '') {
  let [text, word]: [string, string | undefined] = [before, undefined]
  for (const key of keys) {
    const after = text + key
    const why = whyKeptOut({ key, before: text, after, rule: typingRules[name] })
    if (why === undefined) text = after
    else word = why
  }
  return { text, word }
}

const names = Object.keys(typingRules) as TypingRuleName[]

describe('a key', () => {
  it.each([
    ['decimal', '0x.2.5', '0.25', 'Only digits and one decimal point.'],
    ['decimal', '1,5', '1,5', undefined],
    ['decimal', '-1', '1', 'Only digits and one decimal point.'],
    ['whole', '3e0.0', '300', 'Only digits.'],
    ['port', '80a', '80', 'Only digits, at most 65535.'],
    ['port', '99999', '9999', 'Only digits, at most 65535.'],
    ['subdomain', 'my--shop.', 'my-shop', 'Only letters, digits and single hyphens, at most 55.'],
    ['subdomain', '@*shop', 'shop', 'Only letters, digits and single hyphens, at most 55.'],
    [
      'portSubdomain',
      'my--shop',
      'my-shop',
      'Only letters, digits and single hyphens, at most 55, or @, *, *.app.',
    ],
    ['portSubdomain', '@a', '@', 'Only letters, digits and single hyphens, at most 55, or @, *, *.app.'],
    [
      'portSubdomain',
      '**a.app.',
      '*.app',
      'Only letters, digits and single hyphens, at most 55, or @, *, *.app.',
    ],
    ['image', 'team/shop:', 'team/shop', 'No tag or digest: they belong to the versions.'],
  ] as const)(
    'that does not belong in a field for %s is kept out with a word: %s',
    (name, keys, text, word) => {
      expect(typeKeys(name, keys)).toEqual({ text, word })
    },
  )

  it('belongs in each text that is right, at each place', () => {
    const right: Record<TypingRuleName, fc.Arbitrary<string>> = {
      decimal: fc.integer({ min: 1, max: 999_999 }).map((mills) => (mills / 1000).toFixed(3)),
      whole: fc.nat().map(String),
      port: fc.integer({ min: 1, max: 65_535 }).map(String),
      subdomain: fc.stringMatching(/^[a-z0-9]{1,20}(-[a-z0-9]{1,5}){0,3}$/),
      portSubdomain: fc.constantFrom('@', '*', '*.app', 'shop', 'my-shop'),
      image: fc.constantFrom(
        'nginx',
        'registry.acme.io:5000/team/web',
        '123456789012.dkr.ecr.us-east-1.amazonaws.com/shop/api_1',
      ),
    }
    for (const name of names)
      fc.assert(
        fc.property(right[name], (text) => {
          expect(typeKeys(name, text)).toEqual({ text, word: undefined })
        }),
      )
  })

  it('that belongs mends what was pasted and does not belong', () => {
    expect(typeKeys('whole', '7', '1.5 GB')).toEqual({ text: '1.5 GB7', word: undefined })
    expect(typeKeys('whole', 'x', '1.5 GB').text).toBe('1.5 GB')
  })

  it('is kept out where there is no room, and not where another is taken for it', () => {
    expect(whyKeptOut({ key: 'c', before: 'ab', after: 'abc', longest: 2 })).toBe('At most 2 characters.')
    expect(whyKeptOut({ key: 'c', before: 'abcd', after: 'abc', longest: 2 })).toBeUndefined()
  })
})

it('has rules by their own names alone', () => {
  expect(names.every(isTypingRule)).toBe(true)
  for (const name of [undefined, '', 'toString', '__proto__']) expect(isTypingRule(name)).toBe(false)
})
