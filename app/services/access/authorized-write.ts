import { Transaction } from 'sequelize'
import { IntegrationUser } from '../../../db/models/integration-user'
import { Team } from '../../../db/models/team'
import { User } from '../../../db/models/user'
import { inTransaction, isInTransaction } from '../../../db/transaction'
import { actorId, type Actor, type TeamActor } from '../actor/actor'
import { lockSession } from '../actor/find-actor'
import type { Dependencies } from '../dependencies'
import { requireAccess, type Access, type ActorByAccess } from './access'
import { once, type Submission } from './submission'

const { SHARE, KEY_SHARE, NO_KEY_UPDATE, UPDATE } = Transaction.LOCK

/** How strongly a write locks its actor's team, and the actor. */
const locksByReach = {
  /** A write of the team's things: as many at a time as there are. */
  things: { team: KEY_SHARE, person: SHARE },
  /** A write of how the actor logs in: one at a time for each person. */
  'own-login': { team: KEY_SHARE, person: NO_KEY_UPDATE },
  /** A write of who is in the team, or one that counts what the team has: one at a time for each team. */
  team: { team: NO_KEY_UPDATE, person: SHARE },
  /** The team's end: nothing else of the team is written meanwhile. */
  'team-removal': { team: UPDATE, person: SHARE },
} as const
type Reach = keyof typeof locksByReach

export interface Write<A extends Access> {
  /** The access that writing needs, in the words of the table of calls. */
  access: A
  /** `things` where it is left out. */
  reach?: Reach
  /** The form or call that is done, where it may arrive twice and does its work once. */
  submission?: Submission
}

/**
 * Runs `work` in a transaction, for whoever may write at that very moment: the one way in which services write on somebody's
 * behalf. The request may have waited since it found its actor, so the actor is read again here and locked: whoever
 * deletes, demotes or logs them out meanwhile waits until the write is done, or else came first and the write is refused.
 *
 * Everything locks in one order, so that no two writes wait for each other: team, person or integration user, session,
 * submission, then the team's things (AWS account, environment, application, version). Whoever changes another person, or
 * ends sessions of theirs, has the reach `team` and locks that person before the sessions. What is locked weakly here is
 * not locked more strongly later: say the reach at the start.
 *
 * @param work gets the actor as they are now
 * @throws DomainError `unauthenticated` for an actor who is gone or logged out, `forbidden` for one without the access
 */
export function authorizedWrite<A extends Access, Result extends object>(
  dependencies: Dependencies,
  actor: Actor,
  { access, reach = 'things', submission }: Write<A>,
  work: (actor: ActorByAccess[A]) => Promise<Result>,
): Promise<Result> {
  if (isInTransaction()) throw new Error('A write is authorized at the start of its transaction.')
  requireAccess(actor, access)
  return inTransaction(dependencies.sequelize, async () => {
    // What anybody may do needs nobody to be who they were.
    const isOpen = access === 'public' || actor.kind === 'anonymous'
    const present = isOpen ? actor : await lockActor(dependencies, actor, reach)
    const authorized = requireAccess(present, access)
    return once(dependencies, actor, submission, () => work(authorized))
  })
}

async function lockActor(dependencies: Dependencies, actor: TeamActor, reach: Reach): Promise<Actor> {
  const { team, person } = locksByReach[reach]
  const attributes = ['id']
  await Team.findByPk(actor.teamId, { attributes, lock: team })
  if (actor.kind === 'human') await User.findByPk(actor.userId, { attributes, lock: person })
  else await IntegrationUser.findByPk(actor.integrationUserId, { attributes, lock: KEY_SHARE })
  // A statement of its own, which sees what those have written for whom the locks waited.
  const present = await lockSession(dependencies, actor.sessionId)
  return isSame(present, actor) ? present : { kind: 'anonymous' }
}

const isSame = (present: Actor, actor: TeamActor): boolean =>
  present.kind !== 'anonymous' && present.kind === actor.kind && actorId(present) === actorId(actor)
