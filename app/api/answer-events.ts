import type { z } from 'zod'
import type { Logger } from '../../core/logging/logger'
import type { Reader } from '../http/request/reader'
import type { Stream, StreamEvent } from '../services/following/follow'

/** How soon a reader asks again when a stream ends without the event `end`. */
const retryMilliseconds = 1000

/** What a stream says while there is nothing to say: a comment for programs, which see every byte, and an event for pages, which see those alone. */
export const heartbeats = { comment: ': still here\n\n', event: 'event: beat\ndata: {}\n\n' }

interface Answering {
  /** What each event holds, by its name. */
  schemas: Record<string, z.ZodType>
  reader: Reader
  log: Logger
  heartbeat?: string
}

/** A stream as server-sent events, by the HTML standard. What fails meanwhile is logged, and ends it; a reader who takes nothing breaks it. */
export function answerEvents(
  stream: Stream,
  { schemas, reader, log, heartbeat = heartbeats.comment }: Answering,
): Response {
  const encoder = new TextEncoder()
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(encoder.encode(`retry: ${retryMilliseconds}\n\n`)),
    async pull(controller) {
      try {
        if (!(await reader.takes())) {
          await stream.return(undefined)
          return controller.error(new Error('Nobody reads the stream now.'))
        }
        const { done, value } = await stream.next()
        if (done) return controller.close()
        controller.enqueue(encoder.encode(value ? textOf(value, schemas) : heartbeat))
      } catch (failure) {
        log.warn({ err: failure }, 'A stream ended early')
        controller.close()
      }
    },
    async cancel() {
      await stream.return(undefined)
    },
  })
  return new Response(body, {
    headers: {
      'Content-Type': 'text/event-stream; charset=utf-8',
      // Compressed, or gathered by a proxy, events would come late.
      'Cache-Control': 'no-store, no-transform',
      'X-Accel-Buffering': 'no',
    },
  })
}

/** Through its schema, so that nothing leaves that the document does not name. JSON has no line breaks. */
function textOf({ name, id, data }: StreamEvent, schemas: Record<string, z.ZodType>): string {
  const content: unknown = schemas[name]?.parse(data)
  if (content === undefined) throw new Error(`The event ${name} is not described.`)
  return `event: ${name}\n${id === undefined ? '' : `id: ${id}\n`}data: ${JSON.stringify(content)}\n\n`
}
