import { createHash } from 'node:crypto'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { createRequestHandler } from '@remix-run/express'
import type { AppLoadContext, LoaderFunctionArgs, ServerBuild } from '@remix-run/node'
import express from 'express'
import pg from 'pg'
import { bareLists, type Asker } from './bare-lists'
import { mostEnvironments } from '../../../app/services/navigation/get-portal-frame'
import { selectStart } from '../../../db/queries/navigation'
import { rowsOf } from './bare-rows'

/** `bare-server URL PORT CONNECTIONS`: what the app is compared with. Its own routes and markup, with loaders that do the least. */
const [connectionString, port, max] = process.argv.slice(2)
const database = new pg.Pool({ connectionString, max: Number(max) })
const site = (await import(pathToFileURL(resolve('build/app/index.js')).href)) as ServerBuild

const idleMilliseconds = 12 * 3_600_000

type Loader = (asker: Asker, request: Request) => object | Promise<object>

const listOf = (asker: Asker, name: string, id = ''): object | Promise<object> =>
  bareLists[name]?.(database, asker, id) ?? {}

const loaders: Record<string, Loader> = {
  root: () => ({
    isSignedIn: true,
    xsrfToken: 'x'.repeat(43),
    submission: crypto.randomUUID(),
    cspNonce: 'n'.repeat(24),
  }),
  'routes/portal': async (asker) => {
    const [[announced], [start]] = await Promise.all([
      findAnnouncedTerms(asker),
      rowsOf<{ teamName: string | null; environments: object[] }>(database, selectStart, [
        asker.teamId,
        mostEnvironments,
      ]),
    ])
    const person = { name: asker.name, email: asker.email }
    const { teamName = null, environments = [] } = start ?? {}
    return { announcedTerms: announced ?? null, teamName, environments, person }
  },
  'routes/portal.environments._index': async (asker) => ({
    ...(await listOf(asker, 'environments')),
    total: 1,
    isAdmin: asker.isAdmin,
  }),
  'routes/portal.applications._index': (asker) => listOf(asker, 'applications'),
  'routes/portal.users._index': (asker) => listOf(asker, 'users'),
  'routes/portal.external-resources._index': (asker) => listOf(asker, 'aws-accounts'),
  'routes/portal.audit-log': (asker) => listOf(asker, 'audit-log'),
  'routes/portal.security._index': (asker) => listOf(asker, 'security'),
  'routes/portal.account._index': (asker) => listOf(asker, 'account'),
  async 'routes/v1.$'(asker, request) {
    const [, , , name = '', id = '', kind] = new URL(request.url).pathname.split('/')
    return Response.json(await listOf(asker, kind ?? callLists[name] ?? name, id))
  },
}

const callLists: Record<string, string> = {
  environment: 'environments',
  process: 'applications',
  user: 'users',
  'aws-account': 'aws-accounts',
}

const bare: ServerBuild = {
  ...site,
  routes: Object.fromEntries(
    Object.values(site.routes).flatMap((route) => {
      if (!route) return []
      const load = loaders[route.id]
      const loader = ({ context, request }: LoaderFunctionArgs) =>
        load?.(context['asker'] as Asker, request) ?? null
      return [
        [route.id, { ...route, module: { ...route.module, action: undefined, loader: load && loader } }],
      ]
    }),
  ),
}

async function findAsker(token: string): Promise<Asker | undefined> {
  const now = Date.now()
  const [row] = await rowsOf<Row>(
    database,
    `SELECT s.id AS session_id, u.id AS user_id, u.team_id, u.name, u.email, u.is_admin, u.verified_at, u.force_password_change,
       s.last_seen_at, t.id IS NULL OR u.created_at >= t.effective_at OR a.user_id IS NOT NULL AS has_accepted
     FROM sessions s JOIN users u ON u.id = s.user_id
     LEFT JOIN (SELECT id, effective_at FROM terms WHERE effective_at <= $2 ORDER BY effective_at DESC LIMIT 1) t ON true
     LEFT JOIN terms_acceptances a ON a.user_id = u.id AND a.terms_id = t.id
     WHERE s.token_hash = $1 AND s.expires_at > $2 AND s.last_seen_at > $3`,
    [createHash('sha256').update(token).digest('hex'), new Date(now), new Date(now - idleMilliseconds)],
  )
  if (!row || !row.verified_at || row.force_password_change || !row.has_accepted) return undefined
  if (row.last_seen_at.getTime() < now - 60_000)
    await database.query('UPDATE sessions SET last_seen_at = $1 WHERE id = $2', [
      new Date(now),
      row.session_id,
    ])
  return {
    sessionId: row.session_id,
    userId: row.user_id,
    teamId: row.team_id,
    isAdmin: row.is_admin,
    name: row.name,
    email: row.email,
  }
}

interface Row {
  session_id: string
  user_id: string
  name: string
  email: string
  team_id: string
  is_admin: boolean
  verified_at: Date | null
  force_password_change: boolean
  last_seen_at: Date
  has_accepted: boolean
}

const findAnnouncedTerms = ({ userId }: Asker) =>
  rowsOf(
    database,
    `SELECT id, effective_at FROM terms
     WHERE effective_at > $1
       AND id NOT IN (SELECT terms_id FROM terms_openings WHERE user_id = $2)
       AND id NOT IN (SELECT terms_id FROM terms_acceptances WHERE user_id = $2)
     ORDER BY effective_at LIMIT 1`,
    [new Date(), userId],
  )

const handle = createRequestHandler({
  build: bare,
  getLoadContext: async ({ headers }) => {
    const asker = await findAsker(/X-SDO-AUTHORIZATION=([^;]+)/.exec(headers.cookie ?? '')?.[1] ?? '')
    if (!asker) throw new Error('Nobody is logged in.')
    return { asker } as unknown as AppLoadContext
  },
  mode: 'production',
})

express().all('*', handle).listen(Number(port), '127.0.0.1')
