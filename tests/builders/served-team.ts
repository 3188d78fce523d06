import { setMaxListeners } from 'node:events'
import express, { type RequestHandler } from 'express'
import type { Sequelize } from 'sequelize'
import { Changes } from '../../app/services/changes/changes'
import { createSecretToken, hashSecretToken } from '../../app/services/secrets/secret-token'
import { silentLogger } from '../../core/logging/logger'
import { Session } from '../../db/models/session'
import { buildServedApp } from './app-server'
import { listen } from './browser'
import { buildTeam, type TestTeam } from './deployment-core'
import { VirtualClock } from './virtual-clock'

export type ServedTeam = Awaited<ReturnType<typeof serveTeam>>

interface Serving {
  team?: Pick<TestTeam, 'teamId' | 'admin'>
  /** Sees every request before the app does. */
  front?: RequestHandler
}

/** The app as it runs, with streams, and the headers of an admin of a team. Whoever calls it closes it. */
export async function serveTeam(
  { sequelize }: { readonly sequelize: Sequelize },
  { team: given, front = (_request, _response, next) => next() }: Serving = {},
) {
  const { signal } = new AbortController()
  setMaxListeners(0, signal)
  const changes = new Changes(signal)
  const { app } = await buildServedApp({ sequelize, clock: new VirtualClock(), log: silentLogger, changes })
  const { address, close } = await listen(express().use(front).use(app))
  const team = given ?? (await buildTeam())
  await sequelize.query(
    'INSERT INTO terms_acceptances (user_id, terms_id, accepted_at) SELECT $1, id, now() FROM terms ON CONFLICT DO NOTHING',
    { bind: [team.admin.userId] },
  )
  const token = createSecretToken()
  await Session.update({ tokenHash: hashSecretToken(token) }, { where: { id: team.admin.sessionId } })
  return { address, team, changes, headers: { Cookie: `X-SDO-AUTHORIZATION=${token}` }, close }
}
