import { Op } from 'sequelize'
import { IntegrationUser } from '../../../db/models/integration-user'
import { Session } from '../../../db/models/session'
import { User } from '../../../db/models/user'
import type { Actor } from '../actor'
import type { Dependencies } from '../dependencies'
import { readAuthenticationState } from './read-authentication-states'
import { hashSecretToken } from './secret-token'
import { idleMilliseconds, touchMilliseconds } from './session-limits'

const anonymous: Actor = { kind: 'anonymous' }

/** Whose session `token` opens; anonymous for none, an unknown and an ended one. */
export async function findActor(dependencies: Dependencies, token: string | undefined): Promise<Actor> {
  if (token === undefined) return anonymous
  const now = dependencies.clock.now()
  const session = await Session.findOne({
    where: {
      tokenHash: hashSecretToken(token),
      expiresAt: { [Op.gt]: new Date(now) },
      lastSeenAt: { [Op.gt]: new Date(now - idleMilliseconds) },
    },
  })
  if (!session) return anonymous
  if (session.lastSeenAt.getTime() < now - touchMilliseconds)
    await session.update({ lastSeenAt: new Date(now) })
  return (await findHuman(dependencies, session)) ?? (await findIntegration(session)) ?? anonymous
}

async function findHuman(dependencies: Dependencies, { id, userId }: Session): Promise<Actor | undefined> {
  const user = userId && (await User.findByPk(userId))
  if (!user) return undefined
  const { name, email, isAdmin, teamId } = user
  const state = await readAuthenticationState(dependencies, user)
  return { kind: 'human', userId: user.id, teamId, sessionId: id, name, email, isAdmin, state }
}

async function findIntegration({ id, integrationUserId }: Session): Promise<Actor | undefined> {
  const user = integrationUserId && (await IntegrationUser.findByPk(integrationUserId))
  if (!user) return undefined
  return { kind: 'integration', integrationUserId: user.id, teamId: user.teamId, sessionId: id }
}
