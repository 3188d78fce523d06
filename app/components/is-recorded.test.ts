import { describe, expect, it } from 'vitest'
import { isRecorded, recorderStep } from './is-recorded'

describe('a page is recorded', () => {
  it.each([
    ['', true],
    ['?id=7&name=Ada', true],
    ['?forgot=true&token=abc', false],
    ['?token=abc', false],
    ['?to=%2Fportal%2Fdevice%3Fcode%3DBCDF-GHJK', false],
    ['?to=%2Fportal%2Fusers%3Fid%3D7', true],
  ])('with the query %j: %s', (search, recorded) => {
    expect(isRecorded(search, [{ hasFooter: true }])).toBe(recorded)
  })

  it('only where its footer says so', () => {
    expect(isRecorded('', [])).toBe(false)
    expect(isRecorded('', [undefined, { isBare: true }])).toBe(false)
  })

  it('unless it or what is around it shows secrets', () => {
    expect(isRecorded('', [undefined, null, { hasFooter: true }])).toBe(true)
    expect(isRecorded('', [{ hasFooter: true }, { showsSecrets: true }])).toBe(false)
  })
})

describe('the recorder', () => {
  it('starts where it may, once, and never shares a document with a page that it may not see', () => {
    expect(recorderStep(true, false)).toBe('start')
    expect(recorderStep(true, true)).toBeUndefined()
    expect(recorderStep(false, true)).toBe('reload')
    expect(recorderStep(false, false)).toBeUndefined()
  })
})
