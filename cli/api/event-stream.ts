/** An event of a stream. */
export interface StreamEvent {
  name: string
  id: string
  data: string
}

/** A stream that says more than this in one event is none of SDO's. */
const longestEvent = 4_000_000

/**
 * The events of `body` as they come, by the rules of the HTML standard (server-sent events). A comment gives undefined, which says that
 * the other side is there.
 *
 * @throws Error when an event has no end
 */
export async function* readEvents(body: AsyncIterable<Uint8Array>): AsyncGenerator<StreamEvent | undefined> {
  const decoder = new TextDecoder()
  let rest = ''
  let event: StreamEvent = { name: '', id: '', data: '' }
  for await (const chunk of body) {
    rest += decoder.decode(chunk, { stream: true })
    if (rest.length + event.data.length > longestEvent) throw new Error('An event is too long.')
    const lines = rest.split(/\r\n|\n|\r(?=.)/)
    rest = lines.pop() ?? ''
    for (const line of lines) {
      if (line === '') {
        if (event.data !== '') yield { ...event, data: event.data.slice(0, -1) }
        event = { name: '', id: event.id, data: '' }
      } else if (line.startsWith(':')) yield undefined
      else event = withLine(event, line)
    }
  }
}

function withLine(event: StreamEvent, line: string): StreamEvent {
  const colon = line.indexOf(':')
  const field = colon < 0 ? line : line.slice(0, colon)
  const value = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '')
  if (field === 'event') return { ...event, name: value }
  if (field === 'id') return { ...event, id: value }
  if (field === 'data') return { ...event, data: `${event.data}${value}\n` }
  return event
}
