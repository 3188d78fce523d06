import express from 'express'
import type { Clock } from '../../../core/time/clock'
import { listen } from '../../builders/browser'
import { testIssuer } from '../../builders/identity-issuer'

interface Comment {
  id: number
  body: string
}

/** As much of GitHub as the action asks: who the job is, and the comments of pull requests. */
export async function startFakeGithub(clock: Clock) {
  const comments = new Map<string, Comment[]>()
  const state = {
    comments,
    audiences: [] as unknown[],
    identityTokens: [] as string[],
    isCommentingRefused: false,
  }
  const site = express()
    .use(express.json())
    .use((request, response, next) => {
      const secret = request.path === '/identity' ? 'Bearer job-secret' : 'Bearer github-secret'
      if (request.get('authorization') === secret) next()
      else response.status(401).json({ message: 'Bad credentials' })
    })
    .get('/identity', async (request, response) => {
      const { audience } = request.query
      state.audiences.push(audience)
      const value = await testIssuer.sign(clock, { aud: audience })
      state.identityTokens.push(value)
      response.json({ value })
    })
    .use((_request, response, next) => {
      if (state.isCommentingRefused) response.status(403).json({ message: 'Resource not accessible' })
      else next()
    })
    .get('/repos/acme/shop/issues/:number/comments', ({ params: { number }, query }, response) => {
      const from = (Number(query.page) - 1) * Number(query.per_page)
      response.json((comments.get(number) ?? []).slice(from, from + Number(query.per_page)))
    })
    .post('/repos/acme/shop/issues/:number/comments', ({ params: { number }, body }, response) => {
      const all = comments.get(number) ?? []
      const comment = { id: [...comments.values()].flat().length + 1, body: (body as Comment).body }
      comments.set(number, [...all, comment])
      response.status(201).json(comment)
    })
    .patch('/repos/acme/shop/issues/comments/:id', ({ params: { id }, body }, response) => {
      const found = [...comments.values()].flat().find((comment) => comment.id === Number(id))
      if (found) Object.assign(found, body)
      response.status(found ? 200 : 404).json(found ?? { message: 'Not Found' })
    })
  const { address, close } = await listen(site)
  /** The variables that the runner gives a job which may say who it is. */
  const environment = {
    GITHUB_API_URL: address,
    GITHUB_REPOSITORY: 'acme/shop',
    ACTIONS_ID_TOKEN_REQUEST_URL: `${address}/identity?api-version=2.0`,
    ACTIONS_ID_TOKEN_REQUEST_TOKEN: 'job-secret',
  }
  return Object.assign(state, { close, environment })
}
