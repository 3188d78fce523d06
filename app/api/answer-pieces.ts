import type { Logger } from '../../core/logging/logger'
import type { Reader } from '../http/request/reader'

/** A file that is made while it is read, so that no more of it is held than a piece. */
export type Pieces = AsyncGenerator<string>

interface Answering {
  headers: Record<string, string>
  reader: Reader
  log: Logger
}

/**
 * A file piece by piece, each made once the reader has taken those before. What fails before the first one is thrown, and answered as any
 * refusal; what fails later is logged and breaks the connection, so that half a file is not taken for a whole one.
 */
export async function answerPieces(pieces: Pieces, { headers, reader, log }: Answering): Promise<Response> {
  const encoder = new TextEncoder()
  let next: Promise<IteratorResult<string>> | undefined = Promise.resolve(await pieces.next())
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          if (!(await reader.takes())) throw new Error('Nobody reads the file now.')
          const { done, value } = await (next ?? pieces.next())
          next = undefined
          if (done) controller.close()
          else controller.enqueue(encoder.encode(value))
        } catch (failure) {
          log.warn({ err: failure }, 'A file ended early')
          await pieces.return(undefined)
          controller.error(failure)
        }
      },
      async cancel() {
        await pieces.return(undefined)
      },
    },
    // None is made ahead.
    { highWaterMark: 0 },
  )
  return new Response(body, { headers })
}
