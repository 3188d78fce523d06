import { readBoundedBytes, TooMuchToReadError } from '../../core/text/read-bounded'

/** The part of `fetch` that is needed. It follows no redirect. */
export type Fetch = (
  address: string,
  request: { headers: Record<string, string>; signal: AbortSignal },
) => Promise<{ status: number; body: AsyncIterable<Uint8Array> | null }>

const mostBytes = 256 * 1024

/**
 * Fetches JSON. Takes neither more bytes nor more time than such an answer needs.
 *
 * @throws Error that says in one clause what was wrong with the answer
 */
export async function fetchJson(
  fetch: Fetch,
  address: string,
  timeoutMilliseconds: number,
): Promise<unknown> {
  const timeout = AbortSignal.timeout(timeoutMilliseconds)
  const over = new AbortController()
  try {
    const { status, body } = await fetch(address, {
      headers: { Accept: 'application/json' },
      signal: AbortSignal.any([timeout, over.signal]),
    })
    if (status !== 200) throw new Error(`answered ${status}`)
    const bytes = body ? await readBoundedBytes(body, mostBytes) : undefined
    // What marks the order of bytes at the beginning is no part of the text.
    return parseJson(new TextDecoder().decode(bytes))
  } catch (failure) {
    if (timeout.aborted)
      throw new Error(`did not answer in ${timeoutMilliseconds / 1000} s`, { cause: failure })
    if (failure instanceof TooMuchToReadError)
      throw new Error(`answered more than ${mostBytes / 1024} kB`, { cause: failure })
    if (failure instanceof Error && 'code' in failure)
      throw new Error('cannot be reached', { cause: failure })
    throw failure
  } finally {
    // Nothing goes on arriving of an answer that was not read to its end.
    over.abort()
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new Error('answered what is no JSON', { cause })
  }
}
