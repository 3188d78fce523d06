import { accountMessages } from '../messages/account-messages'
import { fieldsOf } from '../http/forms/sent-fields'
import { formFailure } from '../http/forms/submitted-form'
import type { Problem } from '../http/problem/problem'
import type { Connection } from './connection'

type Fetch = typeof fetch

interface Guard {
  connection: Connection
  /** The browser's own. */
  fetch: Fetch
  /** Address of the page that is open. */
  here(): string
  now(): number
  /** Says `online` when the browser believes to have a network again. */
  network: Pick<EventTarget, 'addEventListener' | 'removeEventListener'>
}

/** A read that takes longer has been lost on its way. */
const longestReadSeconds = 30
const longestPauseSeconds = 15

/** Answers of whoever stands before the server, or of a server that lacks what it needs: soon over. */
const passing = new Set([502, 503, 504])

/**
 * The fetch that Remix asks for the data of pages, so that no failure takes the page from the screen: a read waits until it
 * is answered, and a form that was not answered is refused like any other, with everything typed still there. Other requests
 * pass as they are.
 */
export function guardFetch({ connection, fetch, here, now, network }: Guard): Fetch {
  let held = 0
  let isProbing = false

  /** Asks again and again, ever later, until `isGood`. @throws what fetch throws when `signal` is aborted */
  async function insist(url: string, isGood: (answer: Response) => boolean, signal?: AbortSignal | null) {
    let isHeld = false
    try {
      for (let attempt = 0; ; attempt++) {
        const answer = await askFor(longestReadSeconds, url, signal)
        if (answer && isGood(answer)) return answer
        if (!isHeld) held++
        isHeld = true
        connection.lose()
        await pause(Math.min(2 ** attempt, longestPauseSeconds), signal)
      }
    } finally {
      if (isHeld) held--
    }
  }

  /** The answer; undefined when there is none. @throws when `signal` is aborted */
  async function askFor(seconds: number, url: string, signal?: AbortSignal | null) {
    const own = new AbortController()
    const abort = () => own.abort(signal?.reason)
    signal?.addEventListener('abort', abort)
    const timer = setTimeout(abort, seconds * 1000)
    try {
      signal?.throwIfAborted()
      return await fetch(url, { signal: own.signal })
    } catch {
      signal?.throwIfAborted()
      return undefined
    } finally {
      // The abort is left in place: what has begun to arrive may be given up as well.
      clearTimeout(timer)
    }
  }

  function pause(seconds: number, signal?: AbortSignal | null): Promise<void> {
    return new Promise((resolve, reject) => {
      const end = () => {
        clearTimeout(timer)
        network.removeEventListener('online', end)
        signal?.removeEventListener('abort', end)
        if (signal?.aborted) reject(signal.reason as Error)
        else resolve()
      }
      const timer = setTimeout(end, seconds * 1000)
      network.addEventListener('online', end)
      signal?.addEventListener('abort', end)
    })
  }

  async function read(url: string, signal: AbortSignal | null | undefined): Promise<Response> {
    const isRefresh = samePage(url, here())
    // A page that fails for itself may be said so, unless that would take away what is shown of it.
    const isGood = ({ status }: Response) => !passing.has(status) && !(isRefresh && status >= 500)
    try {
      const answer = await insist(url, isGood, signal)
      if (held === 0) connection.regain()
      connection.show(now())
      return answer
    } catch (failure) {
      void probe()
      throw failure
    }
  }

  async function send(url: string, init: RequestInit): Promise<Response> {
    const answer = await fetch(url, init).catch((failure: unknown) => {
      if (init.signal?.aborted) throw failure
      return undefined
    })
    if (answer && isForPage(answer)) return answer
    if (!answer || passing.has(answer.status)) {
      connection.lose()
      void probe()
    }
    return refusal(init.body, await explain(answer))
  }

  /** Finds out when the server is back, where nothing else is waiting for it. */
  async function probe(): Promise<void> {
    if (isProbing || held > 0 || !connection.current().isLost) return
    isProbing = true
    await insist('/health', ({ ok }) => ok)
    isProbing = false
    if (held === 0) connection.regain()
  }

  return (input, init = {}) => {
    if (typeof input !== 'string' || !isForData(input)) return fetch(input, init)
    return (init.method ?? 'GET') === 'GET' ? read(input, init.signal) : send(input, init)
  }
}

/** Remix's request for the data of one of our pages. */
const isForData = (url: string): boolean => URL.canParse(url) && new URL(url).searchParams.has('_data')

/** Whether `url` asks for data of the page `here`. */
function samePage(url: string, here: string): boolean {
  const [asked, open] = [new URL(url), new URL(here)]
  asked.searchParams.delete('_data')
  const address = ({ pathname, searchParams }: URL) => `${pathname}?${searchParams}`
  return address(asked) === address(open)
}

/** Whether a page can do something with the answer to its form. What is gone has no form to be shown again. */
const isForPage = ({ status, headers }: Response): boolean =>
  status < 400 || status === 404 || headers.has('X-Remix-Response')

/** The failure of a form that no page has answered. */
async function explain(answer: Response | undefined): Promise<string> {
  const problem = (await answer?.json().catch(() => undefined)) as Partial<Problem> | null | undefined
  return typeof problem?.message === 'string' ? problem.message : accountMessages.resetFailed.text
}

/** The form's answer to itself, as the server gives it when something is away: nothing is read anew, and all stays as typed. */
function refusal(body: RequestInit['body'], message: string): Response {
  const sent = body instanceof URLSearchParams ? body : new URLSearchParams()
  return Response.json(formFailure(fieldsOf(sent), message), {
    status: 503,
    headers: { 'X-Remix-Response': 'yes' },
  })
}
