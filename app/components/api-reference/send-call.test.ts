import fc from 'fast-check'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { addressOf, sendCall } from './send-call'

const call = {
  method: 'POST',
  path: '/v1/environment/{id}/logs/{type}',
  parameters: [
    { name: 'id', place: 'path' as const, kind: 'id', isRequired: true },
    { name: 'type', place: 'path' as const, kind: 'text', isRequired: true },
    { name: 'from', place: 'query' as const, kind: 'text', isRequired: false },
  ],
  example: '{}',
}

afterEach(() => vi.unstubAllGlobals())

describe('the address of a call that is tried', () => {
  it('stays on this portal and within the call, whatever is typed', () => {
    const typed = fc.oneof(
      fc.string({ minLength: 1, unit: 'grapheme' }),
      fc.constantFrom('..', '.', '//evil.example', '@evil.example', '%2e%2e', '?a#b', '\\\\evil'),
    )
    fc.assert(
      fc.property(typed, typed, typed, (id, type, from) => {
        const url = new URL(addressOf(call, { id, type, from }), 'https://sdo.example')
        expect(url.origin).toBe('https://sdo.example')
        expect(url.pathname.split('/')).toHaveLength(6)
        expect(url.pathname).toMatch(/^\/v1\/environment\/[^/]+\/logs\/[^/]+$/)
        expect([...url.searchParams]).toEqual([['from', from]])
        expect(url.hash).toBe('')
      }),
    )
  })

  it('leaves out what is empty in the query', () => {
    expect(addressOf(call, { id: '1', type: 'a', from: '' })).toBe('/v1/environment/1/logs/a')
  })
})

describe('a call that is tried', () => {
  const tried = { call, token: ' token-1 ', values: { id: '1', type: 'a' }, body: '{"b":1}' }

  it.each([
    ['GET', 'same-origin'],
    ['POST', 'omit'],
    ['DELETE', 'omit'],
  ])('takes the login of the browser along for a read alone: %s', async (method, credentials) => {
    const send = vi.fn(async () => new Response('{}'))
    vi.stubGlobal('fetch', send)
    await sendCall({ ...tried, call: { ...call, method }, token: '', isByLogin: true })
    expect(send).toHaveBeenCalledWith(expect.anything(), expect.objectContaining({ credentials }))
    await sendCall({ ...tried, call: { ...call, method } })
    expect(send).toHaveBeenLastCalledWith(expect.anything(), expect.objectContaining({ credentials: 'omit' }))
  })

  it('is sent with the token alone, and nothing of the login of the browser', async () => {
    const send = vi.fn(async () => new Response('{"a":1}', { status: 409 }))
    vi.stubGlobal('fetch', send)
    const answer = await sendCall(tried)
    expect(send).toHaveBeenCalledExactlyOnceWith(
      '/v1/environment/1/logs/a',
      expect.objectContaining({
        method: 'POST',
        body: '{"b":1}',
        headers: { authorization: 'Bearer token-1', 'content-type': 'application/json' },
        credentials: 'omit',
        redirect: 'error',
      }),
    )
    expect(answer.summary).toMatch(/^409 in \d+ ms$/)
    expect(answer.text).toBe('{\n  "a": 1\n}')
  })

  it('says so when there is no answer', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
    expect((await sendCall(tried)).summary).toBe('No answer')
  })
})
