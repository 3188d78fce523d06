import { Op } from 'sequelize'
import { IntegrationToken } from '../../../db/models/integration-token'
import { IntegrationUser } from '../../../db/models/integration-user'
import { User } from '../../../db/models/user'
import type { HumanActor } from '../actor'
import type { Dependencies } from '../dependencies'
import { readAuthenticationStates } from '../accounts/read-authentication-states'

/** The people and integrations of the actor's team, by name. */
export async function listUsers(dependencies: Dependencies, actor: HumanActor) {
  const [people, integrations] = await Promise.all([
    User.findAll({ where: { teamId: actor.teamId }, order: ['name', 'email'] }),
    IntegrationUser.findAll({ where: { teamId: actor.teamId }, order: ['name'] }),
  ])
  const tokens = await IntegrationToken.findAll({
    where: { integrationUserId: { [Op.in]: integrations.map(({ id }) => id) } },
    order: ['createdAt'],
  })
  const stateOf = await readAuthenticationStates(dependencies, people)
  return {
    humanUsers: people.map((user) => ({
      id: user.id,
      userId: user.id,
      name: user.name,
      email: user.email,
      isAdmin: user.isAdmin,
      isSelf: user.id === actor.userId,
      state: stateOf(user),
    })),
    integrationUsers: integrations.map(({ id, name }) => ({
      id,
      name,
      tokens: tokens
        .filter(({ integrationUserId }) => integrationUserId === id)
        .map((token) => ({
          id: token.id,
          maskedToken: token.maskedToken,
          expirationEpoch: token.expiresAt.getTime(),
        })),
    })),
    showAdminControls: actor.isAdmin,
  }
}
