import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { Surroundings } from '../../cli/surroundings'

type Answer = (request: Request) => Response | Promise<Response>

/** The command line's surroundings in a test's hands: what it wrote, asked and slept. */
export function buildSurroundings(answer: Answer, changes: Partial<Surroundings> = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'sdo-cli-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const seen = {
    written: '',
    told: '',
    requests: [] as Request[],
    slept: [] as number[],
    opened: [] as string[],
  }
  const surroundings: Surroundings = {
    options: { configFolder: join(folder, 'sdo'), isPlain: true },
    fetch: async (address, init) => {
      const request = new Request(address as string | URL, init)
      seen.requests.push(request.clone())
      return answer(request)
    },
    write: (text) => void (seen.written += text),
    tell: (text) => void (seen.told += text),
    hasPerson: false,
    columns: undefined,
    readSecret: () => Promise.reject(new Error('Nobody is asked here.')),
    readAnswer: () => Promise.reject(new Error('Nobody is asked here.')),
    openBrowser: async (address) => {
      seen.opened.push(address)
      return true
    },
    now: () => 0,
    sleep: async (milliseconds, signal) => {
      // The limit of a wait ends with what is waited for.
      if (milliseconds < 60_000) return void seen.slept.push(milliseconds)
      await new Promise<void>((resolve) => signal?.addEventListener('abort', () => resolve(), { once: true }))
    },
    signal: new AbortController().signal,
    userAgent: 'sdo/test',
    workingFolder: folder,
    ...changes,
  }
  return { surroundings, seen, folder }
}

export const json = (body: unknown, status = 200): Response => Response.json(body, { status })

/** Answers each path with what stands there, and everything else with 404 as SDO does. */
export const answering =
  (answers: Record<string, unknown>): Answer =>
  (request) => {
    const { pathname } = new URL(request.url)
    const found = answers[`${request.method} ${pathname}`]
    if (typeof found === 'function') return (found as Answer)(request)
    if (found instanceof Response) return found.clone()
    return found === undefined
      ? json({ message: `Nothing is at ${pathname}.`, code: 'not-found', requestId: 'r1' }, 404)
      : json(found)
  }

/** A stream of /v1 that holds these events. */
export const streaming =
  (...events: { name: string; id?: string; data: unknown }[]) =>
  (): Response =>
    new Response(
      events
        .map(({ name, id = '', data }) => `event: ${name}\nid: ${id}\ndata: ${JSON.stringify(data)}\n\n`)
        .join(''),
      { headers: { 'Content-Type': 'text/event-stream' } },
    )

/** A stream that says nothing, until nobody reads it any more. */
export const silent = ({ signal }: Request): Response =>
  new Response(
    new ReadableStream({
      start: (controller) => signal.addEventListener('abort', () => controller.error(signal.reason)),
    }),
  )
