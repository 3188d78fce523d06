import { setTimeout as pause } from 'node:timers/promises'
import { createSend, explainTlsFault } from './outgoing.mjs'
import { say } from './runner.mjs'

/** Seconds before each further try while the server is away: half a minute, as long as a restart takes. */
const pauses = [1, 2, 4, 8, 16]
const timeoutMilliseconds = 30_000
const inputNames = { caFile: 'the input ca-file', url: 'the input url' }

let send = createSend({ environment: process.env })

/** Trusts the authorities of a company besides the usual ones. @param {string} caFile */
export function trust(caFile) {
  send = createSend({ environment: process.env, caFile })
}

/** What a server said no to. */
export class Refusal extends Error {
  constructor(message, status) {
    super(message)
    this.status = status
  }
}

/**
 * Makes a call until the server answers it, or has been away for too long.
 *
 * @param body a function makes another one for each try
 * @throws Refusal with what the server says
 */
export async function call(address, { method = 'POST', body, headers = {} } = {}) {
  const request = {
    method,
    headers: {
      Accept: 'application/json',
      // GitHub answers nobody without a name.
      'User-Agent': 'sdo-deploy-action',
      ...headers,
      ...(body && { 'Content-Type': 'application/json' }),
    },
  }
  const readBody = async () => body && JSON.stringify(typeof body === 'function' ? await body() : body)
  for (const seconds of [...pauses, undefined]) {
    const { answer, failure } = await tryCall(new URL(address), { ...request, body: await readBody() })
    if (answer) return answer
    if (seconds === undefined) throw new Error(`${failure} Gave up after ${pauses.length + 1} tries.`)
    say(`${failure} Trying again in ${seconds} s.`)
    await pause(seconds * 1000)
  }
}

/** The answer, or why another try may have one. @throws when none will */
async function tryCall(address, request) {
  let answer
  try {
    answer = await send(address, { ...request, signal: AbortSignal.timeout(timeoutMilliseconds) })
  } catch (error) {
    const remedy = explainTlsFault(error.code, inputNames)
    if (remedy) throw new Error(`${address.origin} cannot be reached safely (${error.code}). ${remedy}`)
    return { failure: `${address.origin} cannot be reached (${reasonOf(error)}).` }
  }
  const { status, headers, text } = answer
  const body = parseJson(text)
  if (status >= 500) return { failure: `${address.origin} answered ${status}. ${body?.message ?? ''}`.trim() }
  const place = address.origin + address.pathname
  if (!body) throw new Error(`${place} answered ${status}, and not as SDO does. Check the input url.`)
  if (status >= 300) throw new Refusal(body.message ?? `${place} answered ${status}.`, status)
  return { answer: { headers, body } }
}

const reasonOf = ({ name, code, message }) => (name === 'AbortError' ? 'TimeoutError' : (code ?? message))

function parseJson(text) {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
