import { Readable, Transform, pipeline } from 'node:stream'
import { CloudError } from '../cloud'

interface AnswerBounds {
  /** The largest answers, thousands of instances on one page, have a few megabytes. */
  maxBytes: number
  /** From its headers to its end. Real time, as the network knows no other. */
  milliseconds: number
}

const maxBytes = 16 * 1024 * 1024
const maxPages = 100

type Deserializer = <Args, Result>(next: (args: Args) => Promise<Result>) => (args: Args) => Promise<Result>

interface Client {
  middlewareStack: { add(deserializer: Deserializer, options: typeof innermost): void }
}

/** Before anything is read of an answer. */
const innermost = { step: 'deserialize', priority: 'low', name: 'boundAnswers' } as const

/** Makes a client read no answer that is too large or takes too long. */
export function boundAnswers<BoundClient extends Client>(
  client: BoundClient,
  milliseconds: number,
): BoundClient {
  client.middlewareStack.add(
    (next) => async (args) => {
      const result = await next(args)
      const { response } = result as { response: { body?: unknown } }
      if (response.body instanceof Readable)
        response.body = boundedBody(response.body, { maxBytes, milliseconds })
      return result
    },
    innermost,
  )
  return client
}

/** By its name it is known as a failure of AWS, whatever status the answer began with. */
class AnswerError extends Error {
  constructor(override readonly name: 'AnswerTooLarge' | 'AnswerTooSlow') {
    super(name)
  }
}

/** The body of an answer, which fails once it is too large or takes too long. */
function boundedBody(body: Readable, { maxBytes, milliseconds }: AnswerBounds): Readable {
  let size = 0
  const bounded = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.length
      if (size > maxBytes) done(new AnswerError('AnswerTooLarge'))
      else done(null, chunk)
    },
  })
  const deadline = setTimeout(() => bounded.destroy(new AnswerError('AnswerTooSlow')), milliseconds)
  return pipeline(body, bounded, () => clearTimeout(deadline))
}

/**
 * The items of a list that comes in pages; `of` finds those of a page.
 * @throws CloudError unavailable for a list without end
 */
export async function everyItem<Page, Item>(
  pages: AsyncIterable<Page>,
  of: (page: Page) => Item[] | undefined,
): Promise<Item[]> {
  const items: Item[] = []
  let count = 0
  for await (const page of pages) {
    if (++count > maxPages)
      throw new CloudError('unavailable', `AWS answered with more than ${maxPages} pages.`)
    items.push(...(of(page) ?? []))
  }
  return items
}
