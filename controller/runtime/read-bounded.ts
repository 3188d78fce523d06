/** More came than was to be read. */
export class TooMuchToReadError extends Error {
  override name = 'TooMuchToReadError'
}

/**
 * Reads a stream to its end as UTF-8. Leaving early ends the stream, so nothing goes on arriving.
 *
 * @throws TooMuchToReadError when more than `maxBytes` arrive
 */
export async function readBounded(stream: AsyncIterable<Buffer>, maxBytes: number): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of stream) {
    size += chunk.length
    if (size > maxBytes) throw new TooMuchToReadError(`it sent more than ${maxBytes} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}
