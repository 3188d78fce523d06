/** More came than was to be read. */
export class TooMuchToReadError extends Error {
  override name = 'TooMuchToReadError'
}

type Bytes = AsyncIterable<Uint8Array>

/**
 * Reads a stream to its end. Leaving early ends the stream, so nothing goes on arriving.
 *
 * @throws TooMuchToReadError when more than `maxBytes` arrive
 */
export async function readBoundedBytes(stream: Bytes, maxBytes: number): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of stream) {
    size += chunk.length
    if (size > maxBytes) throw new TooMuchToReadError(`it sent more than ${maxBytes} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** The same, as UTF-8. */
export const readBounded = async (stream: Bytes, maxBytes: number): Promise<string> =>
  (await readBoundedBytes(stream, maxBytes)).toString('utf8')
