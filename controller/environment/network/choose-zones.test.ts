import { expect, it } from 'vitest'
import { chooseZones } from './choose-zones'

/** Names and ids do not go together, as in AWS. */
const zones = [
  { name: 'us-east-1c', id: 'use1-az1' },
  { name: 'us-east-1a', id: 'use1-az2' },
  { name: 'us-east-1b', id: 'use1-az3' },
  { name: 'us-east-1d', id: 'use1-az4' },
]
const types = (zone: string, count: number) =>
  Array.from({ length: count }, (_, index) => ({ instanceType: `c${index}.large`, zone }))
const offerings = [
  ...types('us-east-1c', 9),
  ...types('us-east-1a', 9),
  ...types('us-east-1b', 2),
  ...types('us-east-1d', 9),
]
const idsOf = (present: string[], some = offerings) =>
  chooseZones(zones, some, present, 3).map(({ id }) => id)

it('leaves out the zone that lacks most types, whatever its name', () => {
  expect(idsOf([])).toEqual(['use1-az1', 'use1-az2', 'use1-az4'])
})

it('takes equal zones by their ids', () => {
  expect(idsOf([], [])).toEqual(['use1-az1', 'use1-az2', 'use1-az3'])
})

it('stays where there are subnets already', () => {
  expect(idsOf(['us-east-1b'])).toEqual(['use1-az3', 'use1-az1', 'use1-az2'])
})

it('counts a type once, on whichever market', () => {
  expect(idsOf([], [...offerings, ...types('us-east-1b', 2), ...types('us-east-1b', 2)])).not.toContain(
    'use1-az3',
  )
})
