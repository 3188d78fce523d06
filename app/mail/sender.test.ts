import { expect, it } from 'vitest'
import { readSender } from './sender'

it.each([
  ['SDO <no-reply@sdo.example.com>', { name: 'SDO', address: 'no-reply@sdo.example.com' }],
  ['no-reply@sdo.example.com', { name: '', address: 'no-reply@sdo.example.com' }],
  ['"SDO, the team" <a@b.example>', { name: 'SDO, the team', address: 'a@b.example' }],
])('reads %s', (text, sender) => {
  expect(readSender(text)).toEqual(sender)
})

it.each(['', 'SDO', 'a@b', 'a@b.example, c@d.example'])('refuses %j', (text) => {
  expect(() => readSender(text)).toThrow('one address')
})
