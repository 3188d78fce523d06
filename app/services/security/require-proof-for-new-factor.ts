import { Op } from 'sequelize'
import { Session } from '../../../db/models/session'
import { countAuthenticatorTokens } from '../accounts/count-authenticator-tokens'
import { requireCurrentPassword } from '../accounts/require-current-password'
import type { HumanActor } from '../actor'
import type { Dependencies } from '../dependencies'

/** How long after logging in nobody needs to be asked for the password again. */
const freshMilliseconds = 10 * 60_000

/**
 * Lets the actor add a second factor with the current password, and the first one also without when they have only just
 * logged in: whoever finds an open session must not be able to lock its owner out.
 *
 * @throws DomainError as `requireCurrentPassword`
 */
export async function requireProofForNewFactor(
  dependencies: Dependencies,
  actor: HumanActor,
  currentPassword: string | undefined,
): Promise<void> {
  if (currentPassword === undefined && (await mayOmitPassword(dependencies, actor))) return
  await requireCurrentPassword(dependencies, actor, currentPassword ?? '')
}

async function mayOmitPassword({ clock }: Dependencies, { sessionId, userId }: HumanActor): Promise<boolean> {
  const since = new Date(clock.now() - freshMilliseconds)
  const fresh = await Session.count({ where: { id: sessionId, createdAt: { [Op.gt]: since } } })
  return fresh > 0 && (await countAuthenticatorTokens(userId)) === 0
}
