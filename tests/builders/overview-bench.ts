import type { Sequelize } from 'sequelize'
import { buildReadyAccount, buildServices, buildTeam } from './deployment-core'
import { buildApplication, buildEnvironment } from './team-rows'

/** An environment in which an application may be deployed, and what people read of it. */
export async function buildOverviewBench(sequelize: Sequelize) {
  const team = await buildTeam()
  const environment = await buildEnvironment(await buildReadyAccount(team))
  const application = await buildApplication(team.teamId)
  return { ...buildServices(sequelize), team, environment, application, id: environment.id }
}
