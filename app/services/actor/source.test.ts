import fc from 'fast-check'
import { expect, it } from 'vitest'
import { sourceOf } from './source'

it('counts every address of an IPv6 network as one place, however it is written', () => {
  const spellings = [
    '2001:db8:0:7::1',
    '2001:DB8:0:7:ffff::',
    '2001:0db8:0000:0007:1:2:3:4',
    '2001:db8:0:7::',
    '2001:db8:0:7::1%eth0',
  ]
  expect(new Set(spellings.map(sourceOf))).toEqual(new Set(['2001:db8:0:7:0:0:0:0/64']))
  expect(sourceOf('2001:db8:0:8::1')).not.toBe(sourceOf('2001:db8:0:7::1'))
  expect(sourceOf('::1')).toBe('0:0:0:0:0:0:0:0/64')
})

it('tells IPv6 networks apart by their first four groups alone', () => {
  const group = fc.integer({ min: 0, max: 0xffff }).map((number) => number.toString(16))
  const half = fc.array(group, { minLength: 4, maxLength: 4 })
  fc.assert(
    fc.property(half, half, half, half, (network, host, otherNetwork, otherHost) => {
      const source = sourceOf([...network, ...host].join(':'))
      expect(sourceOf([...network, ...otherHost].join(':'))).toBe(source)
      const isSame = network.join(':') === otherNetwork.join(':')
      expect(sourceOf([...otherNetwork, ...host].join(':')) === source).toBe(isSame)
    }),
  )
})

it('counts every IPv4 address as a place of its own, also when it comes as IPv6', () => {
  expect(sourceOf('192.0.2.7')).toBe('192.0.2.7')
  expect(sourceOf('::ffff:192.0.2.7')).toBe('192.0.2.7')
})

it('takes what is no address as it is', () => {
  expect([sourceOf(''), sourceOf('unknown')]).toEqual(['', 'unknown'])
})
