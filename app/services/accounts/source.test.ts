import { expect, it } from 'vitest'
import { sourceOf } from './source'

it('counts every address of an IPv6 network as one place, however it is written', () => {
  const spellings = [
    '2001:db8:0:7::1',
    '2001:DB8:0:7:ffff::',
    '2001:0db8:0000:0007:1:2:3:4',
    '2001:db8:0:7::',
  ]
  expect(new Set(spellings.map(sourceOf))).toEqual(new Set(['2001:db8:0:7']))
  expect(sourceOf('2001:db8:0:8::1')).not.toBe(sourceOf('2001:db8:0:7::1'))
  expect(sourceOf('::1')).toBe('0:0:0:0')
})

it('counts every IPv4 address as a place of its own', () => {
  expect(sourceOf('192.0.2.7')).toBe('192.0.2.7')
})
