import { expect, it } from 'vitest'
import { VirtualClock } from '../../tests/builders/virtual-clock'
import { Breakers, slowMilliseconds } from './breakers'

function build() {
  const clock = new VirtualClock()
  return { clock, breakers: new Breakers({ clock, random: () => 0.999999, perOwner: 2 }) }
}

it('leaves an owner alone whose work ends in good time, well or badly', () => {
  const { breakers } = build()
  expect(breakers.observe('a', slowMilliseconds - 1)).toBeUndefined()
  expect(breakers.allowance('a')).toBe(2)
})

it('has an owner wait whose work hung, then lets one thing at a time be tried until one ends in good time', async () => {
  const { clock, breakers } = build()
  expect(breakers.observe('a', slowMilliseconds)).toBe(10_000)
  expect([breakers.allowance('a'), breakers.allowance('b'), breakers.size]).toEqual([0, 2, 1])
  await clock.advance(9_999)
  expect(breakers.allowance('a')).toBe(0)
  await clock.advance(1)
  expect(breakers.allowance('a')).toBe(1)
  breakers.observe('a', 500)
  expect([breakers.allowance('a'), breakers.size]).toEqual([2, 0])
})

it('waits longer after every try in a row that hung, up to a minute', () => {
  const { breakers } = build()
  expect([1, 2, 3, 4, 5].map(() => breakers.observe('a', 30_000))).toEqual([
    10_000, 20_000, 40_000, 60_000, 60_000,
  ])
  breakers.observe('a', 1)
  expect(breakers.observe('a', 30_000)).toBe(10_000)
})
