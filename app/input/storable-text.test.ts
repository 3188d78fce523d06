import { describe, expect, it } from 'vitest'
import { findUnstorableText, isStorableText } from './storable-text'

describe('text that Postgres keeps as it is', () => {
  it.each(['', 'Ada', 'أدا', '👩‍🔬', 'é', '\u202eadA', '<b>', '\t\n\u0001'])('is %j', (text) =>
    expect(isStorableText(text)).toBe(true),
  )

  it.each(['\0', 'a\0b', '\ud83d', 'a\udc00', '\udc00\ud83d'])('is not %j', (text) =>
    expect(isStorableText(text)).toBe(false),
  )
})

describe('findUnstorableText', () => {
  it('names where it is, however deep, in a value or in the name of a property', () => {
    expect(findUnstorableText({ name: 'a', ports: [{ port: 80 }, { port: '\0' }] })).toBe('ports.1.port')
    expect(findUnstorableText({ roles: { 'a\0': 'b' } })).toBe('roles')
    expect(findUnstorableText('\ud800')).toBe('')
  })

  it('finds nothing in what can be kept', () => {
    expect(findUnstorableText({ name: 'a', count: 1, none: null, missing: undefined, list: [] })).toBe(
      undefined,
    )
  })
})
