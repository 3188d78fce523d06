import { expect, it } from 'vitest'
import { packingPhasesFor } from './strategy'

const sizes = {
  few: { groups: 10, instances: 4, processes: 40 },
  some: { groups: 20, instances: 10, processes: 90 },
  many: { groups: 40, instances: 200, processes: 1000 },
}

it('has phases that only prove where a proof is asked for, and all others in any case', () => {
  const namesOf = (size: keyof typeof sizes, needsProof: boolean) =>
    packingPhasesFor(sizes[size], needsProof).map(({ name }) => name)
  expect(namesOf('few', false)).toEqual(namesOf('few', true))
  expect(namesOf('some', true)).toEqual([...namesOf('some', false), 'benders'])
  expect(namesOf('many', true)).toContain('cappedDuals')
  expect(namesOf('many', false)).toEqual(namesOf('many', true).filter((name) => name !== 'cappedDuals'))
})
