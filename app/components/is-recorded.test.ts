import { expect, it } from 'vitest'
import { isRecorded } from './is-recorded'

it.each([
  ['', true],
  ['?id=7&name=Ada', true],
  ['?forgot=true&token=abc', false],
  ['?token=abc', false],
])('a page with the query %j is recorded: %s', (search, recorded) => {
  expect(isRecorded(search)).toBe(recorded)
})
