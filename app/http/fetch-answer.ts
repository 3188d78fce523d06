import { writeReadableStreamToWritable } from '@remix-run/node'
import type { Response as ExpressResponse } from 'express'

/** Gives a fetch answer to whoever waits for `response`, beside the headers that are set there already. */
export async function sendAnswer(answer: Response, response: ExpressResponse): Promise<void> {
  response.status(answer.status)
  for (const [name, value] of answer.headers) response.append(name, value)
  if (answer.headers.get('content-type')?.startsWith('text/event-stream')) response.flushHeaders()
  if (answer.body) await writeReadableStreamToWritable(answer.body, response)
  else response.end()
}
