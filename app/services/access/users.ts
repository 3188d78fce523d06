import { Transaction, col, fn, where } from 'sequelize'
import { Team } from '../../../db/models/team'
import { User } from '../../../db/models/user'
import { notFound } from '../../../core/errors'
import type { HumanActor, TeamActor } from '../actor/actor'
import { tidyEmail } from '../../input/email-address'
import { firstClaim } from '../../../db/queries/addresses'
import { IntegrationToken, IntegrationTrust } from '../../../db/models/integration-user'
import { Session } from '../../../db/models/session'

/** Keeps the team from being deleted until the transaction ends. Before every other lock, as where it is deleted: otherwise each could wait for the other. */
export const keepTeam = ({ teamId }: { teamId: string }): Promise<unknown> =>
  Team.findByPk(teamId, { attributes: ['id'], lock: Transaction.LOCK.KEY_SHARE })

/**
 * The person as they are now, locked until the transaction ends; undefined when they were deleted. What is known of them from before
 * has to be compared with it.
 */
export async function lockUser({ id, teamId }: Pick<User, 'id' | 'teamId'>): Promise<User | undefined> {
  await keepTeam({ teamId })
  return (await User.findByPk(id, { lock: true })) ?? undefined
}

/** The actor's row, which a write that reaches the actor's own login has locked. @throws DomainError `not-found` when somebody just deleted it */
export async function requireOwnUser({ userId }: HumanActor): Promise<User> {
  const user = await User.findByPk(userId)
  if (!user) throw notFound('Your login')
  return user
}

/**
 * The user with the address `email`, however it is written: who proved it, and before that the first of those who say that it is theirs.
 * Postgres alone says what is upper and lower case, as in the index.
 */
export const findUserByEmail = (email: string): Promise<User | null> =>
  User.findOne({
    where: where(fn('lower', col('email')), fn('lower', tidyEmail(email))),
    order: firstClaim,
  })

/** Id of the person who made the token or trust that an integration user is logged in by; null for people, who log in as themselves. */
export async function makerOfCredential(actor: TeamActor): Promise<string | null> {
  if (actor.kind === 'human') return null
  const session = await Session.findByPk(actor.sessionId)
  const { integrationTokenId, integrationTrustId } = session ?? {}
  const credential = integrationTokenId
    ? await IntegrationToken.findByPk(integrationTokenId)
    : integrationTrustId && (await IntegrationTrust.findByPk(integrationTrustId))
  return credential ? credential.madeBy : null
}
