import { Op } from 'sequelize'
import { TermsAcceptance } from '../../../db/models/terms-acceptance'
import type { User } from '../../../db/models/user'
import type { HumanActor } from '../actor'
import type { Dependencies } from '../dependencies'
import { authenticationStateOf } from './authentication-state'
import { findCurrentTerms } from './get-terms'

type State = HumanActor['state']

/**
 * Where each of `users` stands in logging in. Terms that were in force when a person was added bind them through their
 * team; newer ones everybody accepts for themselves.
 */
export async function readAuthenticationStates(
  dependencies: Pick<Dependencies, 'clock'>,
  users: User[],
): Promise<(user: User) => State> {
  const terms = await findCurrentTerms(dependencies)
  const asked = users.filter(({ createdAt }) => terms && createdAt < terms.effectiveAt)
  const acceptances =
    terms && asked.length > 0
      ? await TermsAcceptance.findAll({
          where: { termsId: terms.id, userId: { [Op.in]: asked.map(({ id }) => id) } },
        })
      : []
  const hasAcceptedTerms = (user: User) =>
    !asked.includes(user) || acceptances.some(({ userId }) => userId === user.id)
  return (user) =>
    authenticationStateOf({
      verifiedAt: user.verifiedAt,
      forcePasswordChange: user.forcePasswordChange,
      hasAcceptedTerms: hasAcceptedTerms(user),
    })
}

/** Where one person stands. */
export const readAuthenticationState = async (
  dependencies: Pick<Dependencies, 'clock'>,
  user: User,
): Promise<State> => (await readAuthenticationStates(dependencies, [user]))(user)
