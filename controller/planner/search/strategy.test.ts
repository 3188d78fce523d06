import { expect, it } from 'vitest'
import { packingPhasesFor, type Asked } from './strategy'

const sizes = {
  few: { groups: 10, instances: 4, processes: 40 },
  some: { groups: 20, instances: 10, processes: 90 },
  many: { groups: 40, instances: 200, processes: 1000 },
}

const namesOf = (size: keyof typeof sizes, asked: Asked) =>
  packingPhasesFor(sizes[size], asked).map(({ name }) => name)

it('has phases that only prove where a bound is asked for, and all others in any case', () => {
  expect(namesOf('few', 'packing')).toEqual(namesOf('few', 'both'))
  expect(namesOf('some', 'packing')).toEqual(namesOf('some', 'both').filter((name) => name !== 'benders'))
  expect(namesOf('many', 'both')).toContain('cappedDuals')
  expect(namesOf('many', 'packing')).toEqual(namesOf('many', 'both').filter((name) => name !== 'cappedDuals'))
})

it('takes no time of many for packings where only a bound is asked for, and all phases where few are packed to prove it', () => {
  expect(namesOf('many', 'bound')).toEqual(['columnGeneration', 'columnGeneration', 'cappedDuals'])
  expect(namesOf('few', 'bound')).toEqual(namesOf('few', 'both'))
  expect(namesOf('some', 'bound')).toEqual(['columnGeneration', 'diving', 'largeNeighbourhoods', 'benders'])
})
