import { expect, it } from 'vitest'
import { DomainError, invalid } from '../errors'
import { declareMessages } from './declare-messages'

const tried = declareMessages('tried', {
  plain: 'Press the button.',
  fixed: { docs: '/docs/deployments', text: 'It has ended already.' },
  filled: { docs: '/docs/applications#size', text: (name: string) => `No room for ${name}.` },
})

it('an error knows which message it tells, whatever its words are', () => {
  const error = new DomainError('conflict', tried.filled('range overlaps'), {
    fields: { name: tried.fixed },
  })
  expect(error).toMatchObject({
    code: 'conflict',
    message: 'No room for range overlaps.',
    fields: { name: 'It has ended already.' },
    told: { code: 'tried.filled', docs: '/docs/applications#size' },
  })
  expect(tried.plain.docs).toBeUndefined()
  expect(invalid(tried.plain)).toMatchObject({ message: 'Press the button.', told: { code: 'tried.plain' } })
})

it('a message stays the one it is with other words around it', () => {
  const around = tried.fixed.as(`Shop: ${tried.fixed.text}`)
  expect(new DomainError('conflict', around)).toMatchObject({
    message: 'Shop: It has ended already.',
    told: { code: 'tried.fixed' },
  })
})

it('as text and in JSON a message is its words', () => {
  expect(`${String(tried.fixed)} ${JSON.stringify({ message: tried.fixed })}`).toBe(
    'It has ended already. {"message":"It has ended already."}',
  )
})
