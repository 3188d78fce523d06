import { StringDecoder } from 'node:string_decoder'

/**
 * The lines of a stream as UTF-8, without their ends, the last one also if it has none. Of a longer line only its first
 * `maxLength` characters are kept: whoever writes without a line end fills nobody's memory.
 */
export async function* readLines(stream: AsyncIterable<Buffer>, maxLength: number): AsyncGenerator<string> {
  const decoder = new StringDecoder('utf8')
  let line = ''
  for await (const chunk of stream) {
    const [first = '', ...others] = decoder.write(chunk).split('\n')
    line = (line + first).slice(0, maxLength)
    for (const next of others) {
      yield line
      line = next.slice(0, maxLength)
    }
  }
  if (line !== '') yield line
}
