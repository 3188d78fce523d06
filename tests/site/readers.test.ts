import { get, request as httpRequest } from 'node:http'
import { setImmediate as turn } from 'node:timers/promises'
import { expect, it, onTestFinished } from 'vitest'
import type { RequestHandler } from 'express'
import { buildReadyAccount } from '../builders/deployment-core'
import { mostHeld } from '../builders/most-held'
import { serveTeam } from '../builders/served-team'
import { buildEnvironment } from '../builders/team-rows'
import { mostStreams } from '../../app/services/changes/changes'
import { useTestDatabase } from '../postgres/test-database'

const database = useTestDatabase()

/** Closed with its test. */
async function serve(front?: RequestHandler) {
  const served = await serveTeam(database, front && { front })
  onTestFinished(served.close)
  return served
}

it('an event stream whose readers left before anybody looked who they are holds no room', async () => {
  const leaving = { 'x-leaving': 'yes' }
  let held = 0
  const { address, team, headers } = await serve((request, _response, next) => {
    if (request.get('x-leaving') === undefined) return next()
    held += 1
    // The app hears of each only once they are gone.
    request.socket.once('close', () => next())
  })
  const environment = await buildEnvironment(await buildReadyAccount(team))
  const url = `${address}/v1/environment/${environment.id}/events`
  const calls = Array.from({ length: 2 * mostStreams.ofTeam }, () =>
    get(url, { headers: { ...headers, ...leaving }, agent: false }).on('error', () => undefined),
  )
  while (held < calls.length) await turn()
  for (const call of calls) call.destroy()
  const stay = new AbortController()
  // Kept: fetch closes the body of an answer that nobody holds any more.
  const staying: Response[] = []
  for (let stream = 0; stream < mostStreams.ofTeam; stream++) {
    const answer = await fetch(url, { headers, signal: stay.signal })
    expect(answer.status, await (answer.ok ? '' : answer.text())).toBe(200)
    staying.push(answer)
  }
  expect((await fetch(url, { headers })).status).toBe(429)
  expect(staying).toHaveLength(mostStreams.ofTeam)
  stay.abort()
})

it('an event stream is not opened by asking for its headers alone', async () => {
  const { address, team, changes, headers } = await serve()
  const environment = await buildEnvironment(await buildReadyAccount(team))
  const url = new URL(`${address}/portal/environments/log-events?id=${environment.id}`)
  for (let asked = 0; asked < 2 * mostStreams.ofTeam; asked++)
    await new Promise<void>((resolve) => {
      httpRequest(url, { method: 'HEAD', headers, agent: false }, (response) => {
        response.resume()
        expect(response.statusCode).toBe(200)
        resolve()
      }).end()
    })
  expect(() => changes.requireRoom({ teamId: team.teamId })).not.toThrow()
})

it('the largest file of the audit log takes under 64 MB to make, with facts as long as they were before they were cut', async () => {
  const { address, team, headers } = await serve()
  const facts = `jsonb_build_object('addedVariables', repeat('VARIABLE_', 1150))`
  await database.sequelize.query(
    `INSERT INTO audit_entries (team_id, created_at, actor_kind, actor_id, actor_name, action, target_id, target_name, before, after)
     SELECT $1, now() - interval '1 day', 'human', gen_random_uuid(), 'Ada', 'environment.rename', gen_random_uuid(), 'number ' || n, ${facts}, ${facts}
     FROM generate_series(1, 10000) AS n`,
    { bind: [team.teamId] },
  )
  let bytes = 0
  const read = () =>
    new Promise<void>((resolve, reject) => {
      get(`${address}/v1/view-controller/audit-log/csv`, { headers }, (response) => {
        response.on('data', (chunk: Buffer) => (bytes += chunk.length))
        response.on('end', resolve)
        response.on('error', reject)
      }).on('error', reject)
    })
  expect(await mostHeld(read, 64)).toBeLessThan(64)
  expect(bytes).toBeGreaterThan(200e6)
}, 120_000)
