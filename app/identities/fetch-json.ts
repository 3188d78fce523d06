import { readBoundedBytes, TooMuchToReadError } from '../../core/text/read-bounded'

/** The part of `fetch` that is needed. */
export type Fetch = (address: string, init: RequestInit) => Promise<Response>

const mostBytes = 256 * 1024

/**
 * Fetches JSON. Follows no redirect, and takes neither more bytes nor more time than such an answer needs.
 *
 * @throws Error that says in one clause what was wrong with the answer
 */
export async function fetchJson(
  fetch: Fetch,
  address: string,
  timeoutMilliseconds: number,
): Promise<unknown> {
  const signal = AbortSignal.timeout(timeoutMilliseconds)
  try {
    const response = await fetch(address, {
      headers: { Accept: 'application/json' },
      redirect: 'manual',
      signal,
    })
    if (response.status !== 200) {
      await response.body?.cancel()
      throw new Error(`answered ${response.status}`)
    }
    return parseJson(await readText(response))
  } catch (failure) {
    if (signal.aborted)
      throw new Error(`did not answer in ${timeoutMilliseconds / 1000} s`, { cause: failure })
    if (failure instanceof TooMuchToReadError)
      throw new Error(`answered more than ${mostBytes / 1024} kB`, { cause: failure })
    if (failure instanceof TypeError) throw new Error('cannot be reached', { cause: failure })
    throw failure
  }
}

async function readText({ body }: Response): Promise<string> {
  const bytes = body ? await readBoundedBytes(body, mostBytes) : undefined
  // What marks the order of bytes at the beginning is no part of the text.
  return new TextDecoder().decode(bytes)
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new Error('answered what is no JSON', { cause })
  }
}
