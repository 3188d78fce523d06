import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import pg from 'pg'
import { bareLists, type Asker } from './bare-lists'
import { rowsOf } from './bare-rows'

/** `bare-server URL PORT CONNECTIONS`: what the app is compared with. One handler, node:http and pg, and nothing else. */
const [connectionString, port, max] = process.argv.slice(2)
const database = new pg.Pool({ connectionString, max: Number(max) })

const idleMilliseconds = 12 * 3_600_000

async function answer(request: IncomingMessage): Promise<string | undefined> {
  const asker = await findAsker(/X-SDO-AUTHORIZATION=([^;]+)/.exec(request.headers.cookie ?? '')?.[1] ?? '')
  const [, kind, name = '', id = ''] = /^\/(\w+)\/([\w-]+)(?:\?id=(.+))?$/.exec(request.url ?? '') ?? []
  const list = bareLists[name]
  if (!asker || !list) return undefined
  // A page of the portal asks about announced terms as well.
  const [content] = await Promise.all([
    list(database, asker, id),
    kind === 'page' && findAnnouncedTerms(asker),
  ])
  return JSON.stringify(content)
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
  return { sessionId: row.session_id, userId: row.user_id, teamId: row.team_id, isAdmin: row.is_admin }
}

interface Row {
  session_id: string
  user_id: string
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

createServer((request, response) => {
  answer(request).then(
    (body) => {
      if (body === undefined) response.writeHead(401).end()
      else
        response
          .writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) })
          .end(body)
    },
    () => response.writeHead(500).end(),
  )
}).listen(Number(port), '127.0.0.1')
