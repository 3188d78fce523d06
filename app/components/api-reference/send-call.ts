import type { ApiCall } from '../../content/api-reference/api-reference'

interface TriedCall {
  call: Pick<ApiCall, 'method' | 'path' | 'parameters' | 'example'>
  /** Empty for a call that needs none, or is made by the login of the browser. */
  token: string
  /** Whether the login of the browser goes along; for reads alone. */
  isByLogin?: boolean
  /** The parameters as they were typed; an empty one of the query is left out. */
  values: Record<string, string>
  /** JSON, as it was typed. */
  body: string
}

export interface CallAnswer {
  /** Status and time: `200 in 34 ms`. */
  summary: string
  text: string
}

/** Most characters of an answer that are shown. */
const mostCharacters = 100_000

/**
 * Makes a call on the portal that the page came from. Nothing of the browser's own login goes along or is changed, and the token says who
 * calls, unless it is a read `isByLogin`.
 */
export async function sendCall({
  call,
  token,
  isByLogin = false,
  values,
  body,
}: TriedCall): Promise<CallAnswer> {
  const begun = performance.now()
  try {
    const answer = await fetch(addressOf(call, values), {
      method: call.method,
      headers: {
        ...(token !== '' && { authorization: `Bearer ${token.trim()}` }),
        ...(call.example !== undefined && { 'content-type': 'application/json' }),
      },
      ...(call.example !== undefined && { body }),
      credentials: isByLogin && call.method === 'GET' ? 'same-origin' : 'omit',
      redirect: 'error',
      cache: 'no-store',
    })
    const text = await answer.text()
    return {
      summary: `${answer.status} in ${Math.round(performance.now() - begun)} ms`,
      text: indent(text).slice(0, mostCharacters),
    }
  } catch {
    return {
      summary: 'No answer',
      text: 'The portal could not be reached, or the token has characters that none has.',
    }
  }
}

/** The address of the call on this portal. Whatever is typed stays within its part of the path. */
export function addressOf(
  { path, parameters }: Pick<ApiCall, 'path' | 'parameters'>,
  values: Record<string, string>,
): string {
  const query = parameters
    .filter(({ place, name }) => place === 'query' && values[name])
    .map(({ name }) => `${name}=${encodeURIComponent(values[name] ?? '')}`)
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeSegment(values[name] ?? ''))
  return query.length > 0 ? `${filled}?${query.join('&')}` : filled
}

/** `.` and `..` would be taken for a way out of the path, however they are encoded. */
const encodeSegment = (text: string): string => (/^\.{1,2}$/.test(text) ? '-' : encodeURIComponent(text))

function indent(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}
