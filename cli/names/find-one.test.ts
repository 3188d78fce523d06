import { describe, expect, it } from 'vitest'
import { findOne } from './find-one'

const things = [
  { id: '1', name: 'Production' },
  { id: '2', name: 'staging' },
  { id: '3', name: 'Staging' },
  { id: '4', name: 'twin' },
  { id: '5', name: 'twin' },
]

describe('findOne', () => {
  it.each([
    ['2', '2'],
    ['production', '1'],
    ['Staging', '3'],
    ['staging', '2'],
  ])('takes %s for the thing with the id %s', (given, id) => {
    expect(findOne(things, given, 'environment').id).toBe(id)
  })

  it.each(['twin', 'STAGING'])('says which ids there are when the name %s means several', (given) => {
    expect(() => findOne(things, given, 'environment')).toThrow(`2 environments are called ${given}.`)
    const ids = given === 'twin' ? '4, 5' : '2, 3'
    const facts = { exitCode: 4, hint: `Give the id instead of the name: ${ids}.` }
    const hint = { facts: expect.objectContaining(facts) as unknown }
    expect(() => findOne(things, given, 'environment')).toThrow(expect.objectContaining(hint))
  })

  it('says what there is when nothing is called so', () => {
    expect(() => findOne(things, 'none', 'environment')).toThrow(
      expect.objectContaining({
        facts: expect.objectContaining({ hint: expect.stringContaining('Production') }),
      }),
    )
  })
})
