import { Op } from 'sequelize'
import { IntegrationToken } from '../../../db/models/integration-token'
import { IntegrationUser } from '../../../db/models/integration-user'
import { User } from '../../../db/models/user'
import type { HumanActor } from '../actor'
import type { Dependencies } from '../dependencies'
import { readAuthenticationStates } from '../accounts/read-authentication-states'
import { toHumanUserJson, toTokenJson, type UserList } from './user-views'

/** The people and integrations of the actor's team, by name. */
export async function listUsers(dependencies: Dependencies, actor: HumanActor): Promise<UserList> {
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
    humanUsers: people.map((user) => toHumanUserJson(user, actor, stateOf(user))),
    integrationUsers: integrations.map(({ id, name }) => ({
      id,
      name,
      tokens: tokens.filter(({ integrationUserId }) => integrationUserId === id).map(toTokenJson),
    })),
    showAdminControls: actor.isAdmin,
    nowEpoch: dependencies.clock.now(),
  }
}
