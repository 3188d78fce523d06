import express, { type ErrorRequestHandler, type Express, type Response } from 'express'
import type { Logger } from '../../core/logging/logger'
import type { CredentialRequests } from './credential-requests'

/** The one path of both: which of them it is, says where it is asked. */
export const credentialsPath = '/credentials'

interface CredentialsAppOptions {
  requests: CredentialRequests
  log: Logger
}

/**
 * The endpoint of processes for the credentials of their roles, over HTTPS: `GET /credentials?token=` answers
 * `{ "expirationEpoch", "credentials": { key: { "accessKeyId", "secretAccessKey", "sessionToken", "region" } } }`, 429 when it is asked
 * more than once in two seconds, and 503 when AWS gives none.
 */
export const createCredentialsApp = ({ requests, log }: CredentialsAppOptions): Express =>
  asApp(log, async (request, response) => {
    const { token } = request.query
    const poll = await requests.poll(typeof token === 'string' ? token : '')
    if (poll.kind === 'unknown') answerUnknown(response)
    else if (poll.kind === 'throttled')
      response.status(429).set('Retry-After', '2').json({ message: 'Ask at most once every 2 seconds.' })
    else if (poll.kind === 'refused') response.status(503).json({ message: poll.message })
    else response.json(poll.answer)
  })

/**
 * The endpoint that AWS SDKs ask by themselves (container credentials provider): the token is in the header `Authorization`, and the
 * answer is the role with the key `default`.
 */
export const createSdkCredentialsApp = ({ requests, log }: CredentialsAppOptions): Express =>
  asApp(log, async (request, response) => {
    const read = await requests.readDefault(request.headers.authorization ?? '')
    if (read.kind === 'unknown') answerUnknown(response)
    else if (read.kind === 'refused')
      response.status(503).json({ Code: 'CredentialsRefused', Message: read.message, message: read.message })
    else {
      const { accessKeyId, secretAccessKey, sessionToken, expirationEpoch } = read.credentials
      response.json({
        AccessKeyId: accessKeyId,
        SecretAccessKey: secretAccessKey,
        Token: sessionToken,
        // Java's SDK reads no fractions of seconds here.
        Expiration: new Date(expirationEpoch).toISOString().replace(/\.\d+Z$/, 'Z'),
      })
    }
  })

type Answer = (request: express.Request, response: Response) => Promise<void>

const answerUnknown = (response: Response) =>
  void response.status(404).json({ message: 'There are no such credentials.' })

function asApp(log: Logger, answer: Answer): Express {
  const answerError: ErrorRequestHandler = (error: unknown, _request, response, _next) => {
    log.error({ err: error }, 'The credentials endpoint failed')
    response.status(500).json({ message: 'Internal error.' })
  }
  return express()
    .disable('x-powered-by')
    .disable('etag')
    .use((_request, response, next) => {
      response.set('Cache-Control', 'no-store')
      next()
    })
    .get(credentialsPath, (request, response, next) => void answer(request, response).catch(next))
    .use((_request, response) => answerUnknown(response))
    .use(answerError)
}
