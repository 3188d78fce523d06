import { CliError } from '../cli-error'
import { exitCodes } from '../exit-codes'
import type { Surroundings } from '../surroundings'
import { readAnswer, type Client } from './client'
import { readEvents, type StreamEvent } from './event-stream'

/** SDO says something every 15 seconds; silence for longer means that nobody is there. */
const silenceMilliseconds = 45_000
const pauseMilliseconds = 1_000
/** Tries in a row that reach nobody, with a pause that doubles up to `longestPause`: some three minutes. */
const mostFailures = 10
const longestPause = 30_000

/**
 * The events of a stream of /v1 until it ends, on as many connections as that takes: each goes on after the last event of the one
 * before. Ends quietly when `signal` aborts.
 *
 * @throws CliError when it is refused, or nobody is reached for minutes
 */
export async function* follow(
  surroundings: Surroundings,
  client: Client,
  path: string,
  signal: AbortSignal = surroundings.signal,
): AsyncGenerator<StreamEvent> {
  let lastId = ''
  let failures = 0
  while (!signal.aborted) {
    try {
      for await (const event of connect(client, path, lastId, signal)) {
        failures = 0
        lastId = event.id || lastId
        if (event.name === 'end') return
        yield event
      }
    } catch (failure) {
      if (signal.aborted) return
      failures += 1
      const isRefusal =
        failure instanceof CliError &&
        (failure.facts.exitCode !== exitCodes.notReached || failure.facts.isLasting)
      if (isRefusal || failures >= mostFailures) throw failure
    }
    const pause = Math.min(pauseMilliseconds * 2 ** failures, longestPause)
    await surroundings.sleep(pause, signal)
  }
}

/** The events of one connection. */
async function* connect(
  client: Client,
  path: string,
  lastId: string,
  signal: AbortSignal,
): AsyncGenerator<StreamEvent> {
  const silence = new AbortController()
  let timer: NodeJS.Timeout | undefined
  const hear = () => {
    clearTimeout(timer)
    timer = setTimeout(() => silence.abort(), silenceMilliseconds)
  }
  hear()
  try {
    const response = await client.send(path, {
      headers: { Accept: 'text/event-stream', ...(lastId !== '' && { 'Last-Event-ID': lastId }) },
      signal: AbortSignal.any([signal, silence.signal]),
    })
    if (!response.ok) await readAnswer(client.url, response)
    if (!response.body) return
    for await (const event of readEvents(response.body)) {
      hear()
      if (event) yield event
    }
  } finally {
    clearTimeout(timer)
  }
}
