import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { readFields } from './sent-fields'
import { readForm } from './submitted-form'

const read = (fields: [string, string][]) => readForm(readFields(new URLSearchParams(fields).toString()))

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

  it('has one submission id when it is sent twice and another when something was changed, or from another browser', async () => {
    const send = (name: string, submission = 's', xsrf = 'x') =>
      read([
        ['xsrf', xsrf],
        ['submission', submission],
        ['name', name],
      ])
    const [first, again, changed, later, elsewhere] = await Promise.all([
      send('a'),
      send('a'),
      send('b'),
      send('a', 't'),
      send('a', 's', 'y'),
    ])
    expect(again.submissionId).toBe(first.submissionId)
    const ids = [first, changed, later, elsewhere].map(({ submissionId }) => submissionId)
    expect(new Set(ids).size).toBe(4)
  })

  it('names the field that a schema refuses', async () => {
    const form = await read([['count', 'many']])
    const schema = z.object({ count: z.coerce.number('Please enter a number') })
    expect(() => form.parse(schema)).toThrow(
      expect.objectContaining({ code: 'invalid', fields: { count: 'Please enter a number' } }) as Error,
    )
  })

  it('has no field with more characters than a line, unless the reader lets it', async () => {
    const refusal = (field: string, message: string) =>
      expect.objectContaining({ code: 'invalid', message, fields: { [field]: message } }) as Error
    const tooLong = (characters: number) => `This may have at most ${characters} characters.`
    const characters = fc.integer({ min: 1, max: 3000 })
    await fc.assert(
      fc.asyncProperty(characters, characters, async (length, allowed) => {
        const typed = '\u0301'.repeat(length)
        const form = await read([['name', typed]])
        const schema = z.object({ name: z.string() })
        for (const reader of [
          () => form.text('name'),
          () => form.all('name')[0],
          () => form.parse(schema).name,
        ])
          if (length <= 1000) expect(reader()).toBe(typed)
          else expect(reader).toThrow(refusal('name', tooLong(1000)))
        if (length <= allowed) expect(form.text('name', allowed)).toBe(typed)
        else expect(() => form.text('name', allowed)).toThrow(refusal('name', tooLong(allowed)))
      }),
      { numRuns: 50 },
    )
  })

  it('has no field with more than 150 values', async () => {
    const ports = (count: number) => Array.from({ length: count }, (): [string, string] => ['port', '80'])
    expect((await read(ports(150))).all('port')).toHaveLength(150)
    const form = await read(ports(151))
    expect(() => form.all('port')).toThrow('at most 150 entries')
  })

  it('names at most 20 fields that a schema refuses, and says how many there are besides', async () => {
    const names = Array.from({ length: 70 }, (_, index) => `field${index}`)
    const form = await read(names.map((name) => [name, 'x']))
    const schema = z.object(Object.fromEntries(names.map((name) => [name, z.enum(['y'])])))
    expect(() => form.parse(schema)).toThrow(
      expect.objectContaining({ message: 'Please check the marked fields; and 50 more.' }) as Error,
    )
  })
})

describe('what was sent', () => {
  it('is read as the standard reads it', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }))),
        (pairs) => {
          const query = new URLSearchParams(pairs)
          const fields = readFields(query.toString())
          expect([...fields.keys()]).toEqual([...new Set(query.keys())])
          for (const [name, values] of fields) expect(values).toEqual(query.getAll(name))
        },
      ),
    )
  })

  it.each([
    ['500 fields', 'a=1&'.repeat(499) + 'a=1', undefined],
    ['501 fields', 'a=1&'.repeat(500) + 'a=1', 'A form may have at most 500 fields.'],
    ['110,000 characters', `a=${'x'.repeat(109_999)}`, undefined],
    ['more', `a=${'x'.repeat(110_000)}`, 'A form may have at most 110000 characters in all its fields.'],
  ])('may have so many fields and characters, and no more: %s', (_what, body, message) => {
    if (message === undefined) expect(readFields(body).size).toBe(1)
    else
      expect(() => readFields(body)).toThrow(expect.objectContaining({ code: 'too-large', message }) as Error)
  })
})
