import type { Sequelize } from 'sequelize'
import { buildReadyAccount, buildServices, buildTeam } from './deployment-core'
import { buildApplication, buildEnvironment, buildVersion } from './team-rows'

/** A team with an environment, an application with a version, and what deploys and removes it there. */
export async function buildShop(sequelize: Sequelize) {
  const team = await buildTeam()
  const environment = await buildEnvironment(await buildReadyAccount(team))
  const shop = await buildApplication(team.teamId)
  const version = await buildVersion(shop)
  const deploy = {
    environmentId: environment.id,
    applicationVersionIdToDeploy: version.id,
    firstDeployWarningApproved: true,
  }
  const remove = { environmentId: environment.id, applicationIdToRemove: shop.id }
  return { ...buildServices(sequelize), team, environment, shop, version, deploy, remove }
}
