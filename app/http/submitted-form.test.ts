import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { readForm } from './submitted-form'

const read = (fields: [string, string][]) =>
  readForm(
    new Request('http://portal.test/', { method: 'POST', body: new URLSearchParams(fields).toString() }),
  )

describe('a submitted form', () => {
  it('gives back what was typed, but never a secret or its own fields', async () => {
    const { values } = await read([
      ['form', 'register'],
      ['xsrf', 'x'],
      ['submission', 's'],
      ['name', 'Ada'],
      ['port', '80'],
      ['port', '81'],
      ['password', 'p'],
      ['passwordConfirmation', 'p'],
      ['code', 'c'],
      ['integrationToken', 't'],
    ])
    expect(values).toEqual({ name: ['Ada'], port: ['80', '81'] })
  })

  it('has one submission id when it is sent twice and another when something was changed', async () => {
    const send = (name: string, submission = 's') =>
      read([
        ['submission', submission],
        ['name', name],
      ])
    const [first, again, changed, later] = await Promise.all([
      send('a'),
      send('a'),
      send('b'),
      send('a', 't'),
    ])
    expect(again.submissionId).toBe(first.submissionId)
    expect(new Set([first.submissionId, changed.submissionId, later.submissionId]).size).toBe(3)
  })

  it('names the field that a schema refuses', async () => {
    const form = await read([['count', 'many']])
    const schema = z.object({ count: z.coerce.number('Please enter a number') })
    expect(() => form.parse(schema)).toThrow(
      expect.objectContaining({ code: 'invalid', fields: { count: 'Please enter a number' } }) as Error,
    )
  })
})
