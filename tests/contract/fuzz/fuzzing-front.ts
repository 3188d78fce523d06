import type { Request, RequestHandler } from 'express'
import { manyPlaces } from '../../builders/many-places'
import { AnswerCount } from './answer-count'

/** Calls that end the session they are made with when they succeed, or whatever else is offered of the same person's logins. */
const sessionEnding = new Set([
  'DELETE /v1/account',
  'POST /v1/account',
  'POST /v1/account/login',
  'POST /v1/account/logout',
  'POST /v1/account/logout-others',
  'POST /v1/account/password',
])

/**
 * Stands before the app while it is fuzzed. It counts the answers of every call. Each request comes from a place of its own,
 * so that the limits on guessing do not hide what is behind them. Calls that end a session get one of `buildSpare` in place of
 * `token`, so that all others still have theirs.
 */
export function createFuzzingFront(token?: string, buildSpare?: () => Promise<string>) {
  const count = new AnswerCount()
  const comeFromElsewhere = manyPlaces()
  let spare: string | undefined
  const handle: RequestHandler = (request, response, next) => {
    const name = count.nameOf(request.method, request.path)
    comeFromElsewhere(request)
    response.once('finish', () => {
      if (name) count.add(name, response.statusCode)
    })
    if (!token || !buildSpare || !name || !sessionEnding.has(name) || !isFrom(request, token)) return next()
    void (async () => {
      spare ??= await buildSpare()
      request.headers.authorization = `Bearer ${spare}`
      response.once('finish', () => {
        if (response.statusCode === 200) spare = undefined
      })
      next()
    })().catch(next)
  }
  return { handle, count }
}

const isFrom = (request: Request, token: string) => request.headers.authorization === `Bearer ${token}`
