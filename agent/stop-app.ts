import express, { type Express } from 'express'
import type { StopRequests } from './processes/stop-requests'

/**
 * The endpoint that processes poll to learn that they should finish: `GET /stop/<token>` answers `{ "stop": boolean }`, or 429 when
 * it is asked more than once in two seconds.
 */
export const createStopApp = (stopRequests: StopRequests): Express =>
  express()
    .disable('x-powered-by')
    .disable('etag')
    .get('/stop/:token', (request, response) => {
      const answer = stopRequests.poll(request.params.token)
      if (answer === 'unknown') response.status(404).json({ message: 'There is no such stop URL.' })
      else if (answer === 'throttled')
        response.status(429).set('Retry-After', '2').json({ message: 'Ask at most once every 2 seconds.' })
      else response.set('Cache-Control', 'no-store').json(answer)
    })
    .use((_request, response) => void response.status(404).json({ message: 'There is no such call.' }))
