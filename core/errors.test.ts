import { describe, expect, it, vi } from 'vitest'
import { DomainError } from './errors'

describe('DomainError', () => {
  it('is recognised by another copy of its class, as every bundle has one', async () => {
    vi.resetModules()
    const copy = await import('./errors')
    expect(copy.DomainError).not.toBe(DomainError)
    expect(new DomainError('invalid', 'No.')).toBeInstanceOf(copy.DomainError)
  })

  it('is not what any other error is', () => {
    expect(new Error('No.')).not.toBeInstanceOf(DomainError)
    expect(undefined).not.toBeInstanceOf(DomainError)
  })
})
