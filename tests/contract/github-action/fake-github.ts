import express from 'express'
import type { Clock } from '../../../core/time/clock'
import { listen } from '../../builders/browser'
import { testIssuer } from '../../builders/identity-issuer'

interface Comment {
  id: number
  body: string
  user: { id: number }
}

/** Whom the job's token writes comments as, and somebody else. */
const job = 41
export const stranger = 42

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
    .post('/graphql', ({ body }, response) => {
      const asked = (body as { query?: string }).query
      if (asked === '{ viewer { databaseId } }') response.json({ data: { viewer: { databaseId: job } } })
      else response.status(400).json({ message: 'Unknown query' })
    })
    .get('/repos/acme/shop/issues/:number/comments', ({ params: { number }, query }, response) => {
      const from = (Number(query.page) - 1) * Number(query.per_page)
      response.json((comments.get(number) ?? []).slice(from, from + Number(query.per_page)))
    })
    .post('/repos/acme/shop/issues/:number/comments', ({ params: { number }, body }, response) => {
      const all = comments.get(number) ?? []
      const id = [...comments.values()].flat().length + 1
      const comment = { id, body: (body as Comment).body, user: { id: job } }
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
    GITHUB_GRAPHQL_URL: `${address}/graphql`,
    GITHUB_REPOSITORY: 'acme/shop',
    ACTIONS_ID_TOKEN_REQUEST_URL: `${address}/identity?api-version=2.0`,
    ACTIONS_ID_TOKEN_REQUEST_TOKEN: 'job-secret',
  }
  return Object.assign(state, { close, environment })
}
