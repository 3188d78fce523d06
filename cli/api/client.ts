import { randomUUID } from 'node:crypto'
import { CliError, type Facts } from '../cli-error'
import { exitCodes } from '../exit-codes'
import { hideTokens, safeLine } from '../safe-text'
import type { Surroundings } from '../surroundings'
import { explainTlsFault } from './tls-fault'

export type Client = ReturnType<typeof createClient>

interface Portal {
  /** Origin of the portal. */
  url: string
  /** Token of the session; absent before there is one. */
  token?: string
  /** Logs in again when the session is over; absent where somebody has to. @returns the token of the new one */
  renew?: () => Promise<string>
}

interface Exchange<Answer> {
  body: Answer
  headers: Headers
}

/** Seconds before each further try while SDO is away: as long as a restart takes. */
const pauses = [1, 2, 4, 8]
const timeoutMilliseconds = 30_000

/** Calls /v1 of one portal. Whatever is refused is a CliError with its exit code. */
export function createClient(surroundings: Surroundings, { url, token: first, renew }: Portal) {
  let token = first
  const { fetch, userAgent, sleep, signal } = surroundings
  const headers = (more: Record<string, string> = {}): Record<string, string> => ({
    'User-Agent': userAgent,
    ...(token !== undefined && { Authorization: `Bearer ${token}` }),
    ...more,
  })

  /** Any answer that came, as somebody whose login is not over where that can be. @throws CliError `notReached` */
  async function send(path: string, init: RequestInit = {}): Promise<Response> {
    const response = await sendOnce(path, init)
    if (response.status !== 401 || !renew) return response
    token = await renew()
    return sendOnce(path, init)
  }

  async function sendOnce(path: string, init: RequestInit): Promise<Response> {
    try {
      return await fetch(new URL(path, url), {
        ...init,
        headers: headers(init.headers as Record<string, string>),
        // Elsewhere nobody may have the token.
        redirect: 'manual',
      })
    } catch (failure) {
      if (signal.aborted) throw failure
      const { cause, name } = failure as Error & { cause?: { code?: string } }
      const remedy = explainTlsFault(cause?.code)
      if (remedy !== undefined)
        throw new CliError(`${url} cannot be reached safely (${cause?.code}).`, {
          exitCode: exitCodes.notReached,
          hint: remedy,
          isLasting: true,
        })
      throw notReached(`${url} cannot be reached (${cause?.code ?? name}).`)
    }
  }

  /** An answer with its headers; tried for some seconds while SDO is away. */
  async function exchange<Answer>(
    path: string,
    init: RequestInit = {},
    pausesBetween: number[] = pauses,
  ): Promise<Exchange<Answer>> {
    for (const seconds of [...pausesBetween, undefined]) {
      try {
        const limit = AbortSignal.any([signal, AbortSignal.timeout(timeoutMilliseconds)])
        const response = await send(path, { ...init, signal: limit })
        return { body: await readAnswer<Answer>(url, response), headers: response.headers }
      } catch (failure) {
        const isAway =
          failure instanceof CliError &&
          failure.facts.exitCode === exitCodes.notReached &&
          !failure.facts.isLasting
        if (!isAway || seconds === undefined) throw failure
        const reason = hideTokens(safeLine(failure.message), { token })
        surroundings.tell(`${reason} Trying again in ${seconds} s.\n`)
        await sleep(seconds * 1000, signal)
        signal.throwIfAborted()
      }
    }
    throw new Error('Unreachable')
  }

  return {
    url,
    send,
    get: async <Answer>(path: string) => (await exchange<Answer>(path)).body,
    /** A write; tried again it is not done twice. */
    post: async <Answer>(path: string, body: object) => (await exchange<Answer>(path, writeOf(body))).body,
    postForHeaders: <Answer>(path: string, body: object) => exchange<Answer>(path, writeOf(body)),
    /** A write whose answer SDO cannot give again: it is not tried again. */
    postOnce: async <Answer>(path: string, body: object) =>
      (await exchange<Answer>(path, writeOf(body), [])).body,
    patch: async <Answer>(path: string, body: object) =>
      (await exchange<Answer>(path, writeOf(body, 'PATCH'))).body,
    delete: async <Answer>(path: string) => (await exchange<Answer>(path, { method: 'DELETE' })).body,
  }
}

const writeOf = (body: object, method = 'POST'): RequestInit => ({
  method,
  headers: { 'Content-Type': 'application/json', 'Idempotency-Key': randomUUID() },
  body: JSON.stringify(body),
})

interface ProblemJson {
  message?: string
  code?: string
  messageCode?: string
  fieldCodes?: Record<string, string>
  requestId?: string
}

/** The JSON of an answer. @throws CliError for one that is a refusal, or none of SDO's */
export async function readAnswer<Answer>(url: string, response: Response): Promise<Answer> {
  const { status } = response
  const body = parse(await response.text())
  if (response.ok && body !== undefined) return body as Answer
  const { message, code, messageCode, fieldCodes, requestId } = problemIn(body)
  const facts = { code, messageCode, fieldCodes, status, requestId }
  if (status >= 500) throw notReached(message ?? `${url} answered ${status}.`, facts)
  if (message === undefined)
    throw new CliError(`${url} answered ${status}, which is no answer of SDO.`, {
      exitCode: exitCodes.notReached,
      hint: 'Is this the address of an SDO portal? Set it with --url or SDO_URL.',
      status,
    })
  if (status === 401)
    throw new CliError(message, {
      exitCode: exitCodes.notSignedIn,
      hint: 'Run `sdo login`, or give a token as SDO_TOKEN.',
      ...facts,
    })
  throw new CliError(message, { exitCode: exitCodes.refused, ...facts })
}

/** Fields of a refusal, as far as they are text: the answer may come from anybody. */
function problemIn(body: unknown): ProblemJson {
  const { fieldCodes } = (body ?? {}) as { fieldCodes?: unknown }
  return {
    ...textsIn(body),
    ...(fieldCodes instanceof Object && { fieldCodes: textsIn(fieldCodes) }),
  }
}

/** What is a text of an object; nothing of anything else. */
const textsIn = (body: unknown): Record<string, string> =>
  Object.fromEntries(
    Object.entries(body ?? {}).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  )

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const notReached = (message: string, facts: Partial<Facts> = {}) =>
  new CliError(message, {
    exitCode: exitCodes.notReached,
    hint: 'Check the address (--url or SDO_URL) and whether the portal runs.',
    ...facts,
  })
