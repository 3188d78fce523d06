import fc from 'fast-check'
import * as z from 'zod/mini'
import { expect, it } from 'vitest'
import { fieldErrorsOf, meantBy, readInput, refusalOf, rule } from './rule'
import { declareMessages } from '../../core/messages/declare-messages'

const tried = declareMessages('tried', {
  fault: { docs: '/docs/applications', text: (text: string) => text },
})

const goods = rule((isGood: boolean[], refuse) =>
  isGood.map((good, index) => (good ? index : refuse(tried.fault(`fault ${index}`), index))),
)

it('reports every fault, each at its field, under the message of the first', () => {
  fc.assert(
    fc.property(fc.array(fc.boolean(), { minLength: 1, maxLength: 20 }), (isGood) => {
      const field = z.object({ field: goods })
      const bad = isGood.flatMap((good, index) => (good ? [] : [index]))
      if (bad.length === 0) {
        expect(readInput(field, { field: isGood })).toEqual({ field: isGood.map((_, index) => index) })
        return
      }
      const { message, told, fields, fieldCodes } = refusalOf(field, { field: isGood }) ?? {}
      expect({ message, code: told?.code, docs: told?.docs }).toEqual({
        message: `fault ${bad[0]}`,
        code: 'tried.fault',
        docs: '/docs/applications',
      })
      expect(fields).toEqual(Object.fromEntries(bad.map((index) => [`field.${index}`, `fault ${index}`])))
      expect(fieldCodes).toEqual(Object.fromEntries(bad.map((index) => [`field.${index}`, 'tried.fault'])))
    }),
  )
})

it('gives results by their names, keeps the first message of a field, and lets failures of ours through', () => {
  const name = rule((typed: string) => typed.trim())
  const inputRule = z.object({ name, count: rule((typed: string) => Number(typed)) })
  expect(readInput(inputRule, { name: ' shop', count: '2' })).toEqual({ name: 'shop', count: 2 })
  const twice = (message: string) => rule((_: unknown, refuse) => refuse(tried.fault(message), 'name'))
  const refused = refusalOf(z.intersection(twice('one'), twice('two')), {})
  expect(refused).toMatchObject({ code: 'invalid', message: 'one', fields: { name: 'one' } })
  const broken = rule(() => {
    throw new TypeError('of ours')
  })
  expect(() => readInput(z.object({ name: twice('one'), broken }), { name: '', broken: '' })).toThrow(
    TypeError,
  )
})

it('tells the faults of a part as whoever reads the whole says them', () => {
  const row = rule((isGood: boolean[], refuse) =>
    meantBy(goods, isGood, (told, ...part) => refuse(told.as(`Row: ${told.text}`), 'row', ...part)),
  )
  expect(refusalOf(row, [true, false])?.fields).toEqual({ 'row.1': 'Row: fault 1' })
})

it('has a code for what a schema finds wrong by itself', () => {
  const { error } = z
    .object({ size: z.number(), kind: z.enum(['A', 'B']) })
    .safeParse({ size: 'x', kind: 'C' })
  const faults = Object.entries(error ? fieldErrorsOf(error) : {})
  expect(faults.map(([field, { code }]) => [field, code])).toEqual([
    ['size', 'fields.wrongType'],
    ['kind', 'fields.notAllowed'],
  ])
})
