import { expect, it } from 'vitest'
import { summarizePromotion } from './promote'

const of = (...types: ('add' | 'change' | 'remove' | 'same')[]) => ({
  applications: types.map((type, index) => ({
    applicationId: String(index),
    applicationName: 'shop',
    type,
    facts: [],
    lostPorts: [],
  })),
})

it('counts what is added, changed and removed, and leaves out what is not', () => {
  expect(summarizePromotion(of('same', 'change', 'add', 'change', 'remove'))).toBe(
    'adds 1, changes 2, removes 1',
  )
  expect(summarizePromotion(of('add'))).toBe('adds 1')
})

it('says that nothing changes', () => {
  expect(summarizePromotion(of('same'))).toBe('changes nothing')
})
