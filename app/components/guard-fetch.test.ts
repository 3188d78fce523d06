import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { FormFailure } from '../http/forms/submitted-form'
import { Connection } from './connection'
import { guardFetch } from './guard-fetch'

const here = 'http://sdo.test/portal/users?tab=people'
const refresh = `${here}&_data=routes%2Fportal.users`
const elsewhere = 'http://sdo.test/portal/applications?_data=routes%2Fportal.applications'

type Outcome = number | 'unanswered' | 'hanging' | Response

let connection: Connection
let network: EventTarget
let asked: string[]
let nowEpoch: number

beforeEach(() => {
  vi.useFakeTimers()
  connection = new Connection()
  network = new EventTarget()
  asked = []
  nowEpoch = 0
})
afterEach(() => {
  vi.useRealTimers()
})

/** A guarded fetch of a network in which requests fare like `outcomes`, the last one for ever. */
function build(...outcomes: Outcome[]): typeof fetch {
  return guardFetch({
    connection,
    network,
    here: () => here,
    now: () => nowEpoch,
    fetch: async (input, init) => {
      asked.push(String(input))
      const outcome = outcomes.length > 1 ? outcomes.shift() : outcomes[0]
      if (outcome === 'unanswered') throw new TypeError('Failed to fetch')
      if (outcome === 'hanging')
        return new Promise((_resolve, reject) =>
          init?.signal?.addEventListener('abort', () => reject(init.signal?.reason as Error)),
        )
      return outcome instanceof Response ? outcome : new Response(null, { status: outcome })
    },
  })
}

const seconds = (count: number) => vi.advanceTimersByTimeAsync(count * 1000)
const post = (fields: Record<string, string>) => ({ method: 'POST', body: new URLSearchParams(fields) })
const typed = {
  form: 'invite',
  subject: '7',
  name: 'Max',
  password: 'correct-horse',
  xsrf: 'x',
  submission: 's',
}

describe('a read of page data', () => {
  it('is asked again, ever later, until it is answered', async () => {
    const answer = build('unanswered', 502, 503, 504, 200)(refresh)
    await seconds(0)
    expect(connection.current().isLost).toBe(true)
    for (const [pause, count] of [
      [0.9, 1],
      [0.1, 2],
      [2, 3],
      [4, 4],
      [7.9, 4],
    ] as const) {
      await seconds(pause)
      expect(asked).toHaveLength(count)
    }
    nowEpoch = 31
    await seconds(0.1)
    expect((await answer).status).toBe(200)
    expect(connection.current()).toEqual({ isLost: false, shownEpoch: 31 })
  })

  it('is asked again at once when the browser has a network', async () => {
    const answer = build('unanswered', 200)(refresh)
    await seconds(0)
    network.dispatchEvent(new Event('online'))
    expect((await answer).status).toBe(200)
  })

  it('counts as lost when nothing comes of it in half a minute', async () => {
    const answer = build('hanging', 200)(refresh)
    await seconds(29)
    expect(connection.current().isLost).toBe(false)
    await seconds(2)
    expect((await answer).status).toBe(200)
    expect(asked).toHaveLength(2)
  })

  it('of the page that is open waits while that page fails, so that it stays', async () => {
    const answer = build(500, 200)(refresh)
    await seconds(0)
    expect(connection.current().isLost).toBe(true)
    await seconds(1)
    expect((await answer).status).toBe(200)
  })

  it('of another page gets to know that it fails or is not there', async () => {
    for (const status of [500, 404, 403, 204]) expect((await build(status)(elsewhere)).status).toBe(status)
    expect(connection.current().isLost).toBe(false)
  })

  it('ends when nobody wants it any more, and the notice when the server answers', async () => {
    const leave = new AbortController()
    const answer = build('unanswered', 503, 200)(refresh, { signal: leave.signal })
    await seconds(0)
    leave.abort()
    await expect(answer).rejects.toThrow('aborted')
    expect(connection.current().isLost).toBe(true)
    await seconds(1)
    expect(connection.current().isLost).toBe(false)
    expect(asked).toEqual([refresh, '/health', '/health'])
  })

  it('leaves the notice until the last of those that wait is answered', async () => {
    const first = build('unanswered', 200)
    const one = first(refresh)
    const other = first(elsewhere)
    await seconds(0)
    expect((await other).status).toBe(200)
    expect(connection.current().isLost).toBe(true)
    await seconds(1)
    await one
    expect(connection.current().isLost).toBe(false)
  })
})

describe('a form', () => {
  const isRefusal = async (answer: Response, message: string) => {
    expect([answer.status, answer.headers.get('X-Remix-Response')]).toEqual([503, 'yes'])
    expect(await answer.json()).toEqual<FormFailure>({
      form: 'invite',
      subject: '7',
      message,
      fields: {},
      values: { name: ['Max'] },
    })
  }

  it.each<Outcome>(['unanswered', 502, 504])(
    'that is not answered (%s) is refused as it was typed, once, and the server is waited for',
    async (outcome) => {
      const answer = await build(outcome, 503, 200)(elsewhere, post(typed))
      await isRefusal(answer, 'There was a problem contacting the server.  Please try again.')
      expect(connection.current().isLost).toBe(true)
      await seconds(1)
      expect(connection.current().isLost).toBe(false)
      expect(asked).toEqual([elsewhere, '/health', '/health'])
    },
  )

  it('is told what its server says, and stays', async () => {
    const problem = { message: 'The request is larger than 1 MB.', code: 'too-large', requestId: 'r' }
    const caught = Response.json(problem, { status: 413, headers: { 'X-Remix-Catch': 'yes' } })
    await isRefusal(await build(caught)(elsewhere, post(typed)), problem.message)
    expect(connection.current().isLost).toBe(false)
  })

  it('gets what its page answers, and what leads on', async () => {
    for (const status of [200, 204, 404])
      expect((await build(status)(elsewhere, post(typed))).status).toBe(status)
    for (const status of [400, 500, 503]) {
      const answer = Response.json({}, { status, headers: { 'X-Remix-Response': 'yes' } })
      expect(await build(answer)(elsewhere, post(typed))).toBe(answer)
    }
  })
})

it('passes on requests that are not for the data of a page', async () => {
  const fetch = build('unanswered')
  await expect(fetch('/health')).rejects.toThrow('Failed to fetch')
  await expect(fetch('http://sdo.test/v1/user')).rejects.toThrow('Failed to fetch')
  expect(connection.current().isLost).toBe(false)
})
