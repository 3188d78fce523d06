import { expect, it } from 'vitest'
import { versionWithTag } from './difference'

it('tells the tag of a version beside its name, unless it is its name', () => {
  expect(versionWithTag('Release 2', '3f2c1d')).toBe('Release 2 (tag 3f2c1d)')
  expect(versionWithTag('v2', 'v2')).toBe('v2')
  expect(versionWithTag('a deleted version', undefined)).toBe('a deleted version')
  expect(versionWithTag(undefined, undefined)).toBeUndefined()
})
