import fc from 'fast-check'
import { expect, it } from 'vitest'
import { checkAll, checkEach } from './check-all'
import { declareMessages } from '../../core/messages/declare-messages'
import { DomainError, invalid, notFound } from '../../core/errors'

const tried = declareMessages('tried', { fault: (text: string) => text })

const faultOf = (work: () => unknown): DomainError => {
  try {
    work()
  } catch (failure) {
    if (failure instanceof DomainError) return failure
    throw failure
  }
  throw new Error('Nothing was refused.')
}

it('reports every fault, each at its field, under the message of the first', () => {
  fc.assert(
    fc.property(fc.array(fc.boolean(), { minLength: 1 }), (isGood) => {
      const check = (good: boolean, index: number) => {
        if (!good) throw invalid(tried.fault(`fault ${index}`), { [`field.${index}`]: `fault ${index}` })
        return index
      }
      const bad = isGood.flatMap((good, index) => (good ? [] : [index]))
      if (bad.length === 0) {
        expect(checkEach(isGood, check)).toEqual(isGood.map((_, index) => index))
        return
      }
      const { message, fields } = faultOf(() => checkEach(isGood, check))
      expect(message).toBe(`fault ${bad[0]}`)
      expect(fields).toEqual(Object.fromEntries(bad.map((index) => [`field.${index}`, `fault ${index}`])))
    }),
  )
})

it('gives results by their names, keeps the first message of a field, and lets other failures through', () => {
  expect(checkAll({ name: () => 'shop', count: () => 2 })).toEqual({ name: 'shop', count: 2 })
  const twice = (message: string) => () => {
    throw invalid(tried.fault(message), { name: message })
  }
  expect(faultOf(() => checkAll({ first: twice('one'), second: twice('two') })).fields).toEqual({
    name: 'one',
  })
  const gone = () => {
    throw notFound('The team')
  }
  expect(faultOf(() => checkAll({ first: twice('one'), gone })).code).toBe('not-found')
})
