import { describe, expect, it, vi } from 'vitest'
import { DomainError, firstFaults } from './errors'
import { declareMessages, Message } from './messages/declare-messages'

const { no, long } = declareMessages('tried', { no: 'No.', long: 'm'.repeat(1_000_000) })

describe('DomainError', () => {
  it('is recognised by another copy of its class, as every bundle has one', async () => {
    vi.resetModules()
    const copy = await import('./errors')
    expect(copy.DomainError).not.toBe(DomainError)
    expect(new DomainError('invalid', no)).toBeInstanceOf(copy.DomainError)
  })

  it('answers so much, however much was wrong and is quoted', () => {
    const many = Object.fromEntries(
      Array.from({ length: 10_000 }, (_, index) => [`${index}${'k'.repeat(5000)}`, 'v'.repeat(5000)]),
    )
    const { message, fields = {} } = new DomainError('invalid', long, { fields: many })
    expect(Object.keys(fields)).toHaveLength(20)
    expect(message.length + JSON.stringify(fields).length).toBeLessThan(20_000)
    expect(firstFaults(many).more).toBe(9980)
  })

  it('keeps what is short as it is', () => {
    expect(new DomainError('invalid', no, { fields: { name: 'Taken.' } })).toMatchObject({
      message: 'No.',
      fields: { name: 'Taken.' },
    })
  })

  it('says which message each field has: its own, or that of the whole where it has words alone', () => {
    const taken = new Message('tried.taken', 'Taken.')
    const { fields, fieldCodes } = new DomainError('invalid', no, { fields: { name: taken, size: 'Large.' } })
    expect(fields).toEqual({ name: 'Taken.', size: 'Large.' })
    expect(fieldCodes).toEqual({ name: 'tried.taken', size: no.code })
  })

  it('is not what any other error is', () => {
    expect(new Error('No.')).not.toBeInstanceOf(DomainError)
    expect(undefined).not.toBeInstanceOf(DomainError)
  })
})
